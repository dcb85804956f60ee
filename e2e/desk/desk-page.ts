import { createHash, randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import { uuidOfTime } from "browser/uuid-of-time.ts";
import company from "../../company.json" with { type: "json" };
import { violationsOnPage } from "../axe.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { test as base, expect, type LeadRow, type RunningSite } from "../running-site.ts";

/** The people who can sign in. */
export const OWNER = "owner@canopybrothers.example";
export const PARTNER = "partner@canopybrothers.example";

/** The server's settings: the desk asks for changes ten times a second. */
export const DESK_SETTINGS = {
  DESK_EMAILS: `${OWNER}, ${PARTNER}`,
  CHANGES_INTERVAL_MS: "100",
};

/** The desk's page object, on a phone. */
export class DeskPage {
  readonly note: Locator;
  readonly toast: Locator;
  /** The open lead. */
  readonly lead: Locator;
  /** The banner of a missing connection, a new version, or the session's end. */
  readonly connection: Locator;

  constructor(
    readonly page: Page,
    private readonly site: RunningSite,
  ) {
    this.note = page.getByRole("textbox", { name: "Note" });
    this.toast = page.locator(".toast");
    this.lead = page.locator(".lead-pane");
    this.connection = page.locator(".connection");
  }

  /** Inserts a sign-in link; returns its token. (The command would start a process for each test.) */
  private async token(person: string): Promise<string> {
    const token = randomUUID();
    const hash = createHash("sha256").update(token).digest();
    const link = "INSERT INTO desk_links (token_hash, address) VALUES ($1, $2)";
    await this.site.sql(link, [hash, person]);
    return token;
  }

  /** Returns a new link's fragment. */
  async link(person: string): Promise<string> {
    return `#sign-in=${await this.token(person)}`;
  }

  /** Opens a new link and signs in with its button. */
  async signInByLink(): Promise<void> {
    await this.page.goto(`/desk${await this.link(OWNER)}`);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }

  /** Signs in without the sign-in page, which access.spec.ts tests, and opens a view. */
  async signIn(person = OWNER, view = ""): Promise<void> {
    const { url } = this.site;
    const data = { token: await this.token(person) };
    const headers = { origin: url };
    const answer = await this.page.request.post(`${url}/api/desk/session`, { data, headers });
    expect(answer.status()).toBe(200);
    // The script ends with this function: a later sign-out removes the person.
    await using _stored = await this.page.addInitScript(
      (email) => localStorage.setItem("desk:person", email),
      person,
    );
    await this.page.goto(`${url}/desk${view}`);
    await expect(this.page.locator(".desk")).toBeVisible();
  }

  /** Takes the network away, or gives it back. */
  setOffline = (isOffline: boolean) => this.page.context().setOffline(isOffline);

  /** Takes the network away when the service worker has cached the desk, which then loads without it. */
  async goOffline(): Promise<void> {
    const isControlled = () => navigator.serviceWorker.controller !== null;
    await expect.poll(() => this.page.evaluate(isControlled)).toBe(true);
    await this.setOffline(true);
  }

  /** Returns a session of the DevTools, and what names the desk's service worker there. */
  async serviceWorker() {
    const { url: origin } = this.site;
    const devTools = await this.page.context().newCDPSession(this.page);
    const registered = new Promise<string>((resolve) => {
      devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const registration = registrations.find(({ scopeURL }) => scopeURL === `${origin}/desk`);
        if (registration) resolve(registration.registrationId);
      });
    });
    await devTools.send("ServiceWorker.enable");
    return { devTools, origin, registrationId: await registered };
  }

  /** Waits until the desk has asked for changes from now on, and has handled the response. */
  async poll(): Promise<void> {
    // The second request begins after the first one's response was handled.
    for (let request = 0; request < 2; request += 1) {
      const asked = this.page.waitForRequest("**/api/desk/changes*");
      await asked;
    }
  }

  /** Stops the page's clock: no toast leaves and nothing is polled until `page.clock` is moved. */
  async stopClock(): Promise<void> {
    const now = Date.now();
    // The clock runs until it is stopped, and cannot be stopped at a time that is over.
    await this.page.clock.install({ time: now - 60_000 });
    await this.page.clock.pauseAt(now);
  }

  /** Requests a sign-in mail and types its code. */
  async signInByCode(person: string): Promise<void> {
    const codes = () =>
      this.site
        .mailsSoFar(person)
        .flatMap((mail) => /type this code[^\d]*(\d{5}\s?\d{5})/.exec(mail)?.[1] ?? []);
    const before = new Set(codes());
    await this.page.getByRole("textbox", { name: "Your email address" }).fill(person);
    await this.page.keyboard.press("Enter");
    const field = this.page.getByRole("textbox", { name: "Code in the email" });
    await expect(field).toBeFocused();
    const code = () => codes().find((code) => !before.has(code)) ?? "";
    await expect.poll(code).not.toBe("");
    await this.page.keyboard.type(code());
    await this.page.keyboard.press("Enter");
    await expect(this.page.locator(".desk")).toBeVisible();
  }

  row(name: string): Locator {
    return this.page.locator(".row").filter({ hasText: name });
  }

  async open(name: string): Promise<void> {
    await this.page.locator(".list").getByRole("link", { name, exact: true }).click();
    await expect(this.lead.getByRole("heading", { name })).toBeVisible();
  }

  /** Opens one of the four tabs, or a view under More. */
  async goTo(view: string): Promise<void> {
    const tabs = this.page.getByRole("navigation", { name: "Desk" });
    // On a phone, an open lead covers the navigation.
    await this.page.evaluate(() => {
      if (/^#(lead|person)/.test(location.hash)) location.hash = "#now";
    });
    if (["Now", "Later", "Search", "More"].includes(view)) {
      await tabs.getByRole("link", { name: view }).click();
      return;
    }
    await tabs.getByRole("link", { name: "More" }).click();
    const title = this.page.getByText(view, { exact: true });
    await this.page.locator(".list").getByRole("link").filter({ has: title }).click();
  }

  /** Clicks a link to another app, such as a dialer, which would take the mouse, without opening it. */
  async press(link: Locator): Promise<void> {
    await this.page.evaluate(() => {
      addEventListener("click", (event) => event.preventDefault(), { once: true });
    });
    await link.click();
  }

  /** Clicks the open lead's call button. */
  call = () => this.press(this.page.locator(".actions").getByRole("link", { name: "Call" }));

  /** The open lead's history. */
  get history(): Locator {
    return this.lead.getByRole("region", { name: "History" });
  }

  /** A button in the open dialog. */
  answer(name: string | RegExp): Locator {
    return this.page.getByRole("dialog").getByRole("button", { name });
  }

  /** Chooses the open lead's next step, for example "Won", "Won". */
  async choose(...names: (string | RegExp)[]): Promise<void> {
    await this.page.getByRole("button", { name: "What next" }).click();
    for (const name of names) {
      await this.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
    }
  }

  /** Marks the open lead as done. Where the company has a page for reviews, the desk may suggest one. */
  async finish(): Promise<void> {
    await this.choose("Done: nothing more to do");
    if (company.reviewSources.length > 0) await this.answer("Not now").click();
  }

  /** Returns all data that the desk stores on the phone. */
  kept(): Promise<string> {
    return this.page.evaluate(async () => {
      const done = (request: IDBRequest) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
      for (const { name = "" } of await indexedDB.databases()) {
        const database = (await done(indexedDB.open(name))) as IDBDatabase;
        for (const store of database.objectStoreNames) {
          kept.push(await done(database.transaction(store).objectStore(store).getAll()));
        }
        database.close();
      }
      return JSON.stringify(kept);
    });
  }

  /** Fills in the form for a caller and sends it. */
  async enter({ name, phone }: { name: string; phone: string }, need = "A stump, two feet") {
    await this.page.getByRole("textbox", { name: "Name" }).fill(name);
    await this.page.getByRole("textbox", { name: "Number" }).fill(phone);
    await this.page.getByRole("textbox", { name: "What they need" }).fill(need);
    await this.page.getByRole("button", { name: "Enter", exact: true }).click();
  }

  /** Records an event at a time, as a phone does. */
  async record(lead: unknown, at: Date, act: object): Promise<void> {
    const { url } = this.site;
    const data = { id: uuidOfTime(at.getTime()), at: at.toISOString(), ...act };
    const headers = { origin: url };
    const path = `${url}/api/desk/leads/${lead}/events`;
    const answer = await this.page.request.post(path, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  }

  async saveNote(text: string): Promise<void> {
    await this.note.fill(text);
    await this.page.getByRole("button", { name: "Save note" }).click();
  }
}

/** The act that sets an appointment of an hour, or of other hours. */
export const appointed = (from: number, crew: string, fields: object = {}) => ({
  kind: "appointed",
  appointment: randomUUID(),
  purpose: "estimate",
  from: new Date(from).toISOString(),
  to: new Date(from + 3_600_000).toISOString(),
  crew,
  ...fields,
});

type Visitor = Record<"firstName" | "lastName" | "name" | "phone" | "email", string>;

/** Returns a person of the same last name, with their own number and email. */
export function relative({ lastName, phone, email }: Visitor, firstName = "Alex"): Visitor {
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    phone: phone.replace("404", String(600 + firstName.length)),
    email: email.replace("robin", firstName.toLowerCase()),
  };
}

interface Fixtures {
  /** The leads of earlier tests are deleted. */
  withoutOldLeads: undefined;
  desk: DeskPage;
  /** The person whom a fixture signs in. */
  person: string;
  /** A person who has sent nothing yet. */
  visitor: Visitor;
  /** Returns the stored row of the visitor's first request. */
  stored: () => Promise<LeadRow | undefined>;
  /** A visitor whose request is in the list of the person who is signed in. */
  listedLead: Visitor;
  /** A visitor whose request the owner has open. */
  openLead: Visitor;
  /** The form for a caller is open. */
  callerForm: undefined;
  /** A second person's phone, signed in. */
  partner: DeskPage;
}

export const test = base.extend<Fixtures>({
  siteSettings: [DESK_SETTINGS, { scope: "worker" }],

  // A test that opens the desk without a network allows them.
  serviceWorkers: "block",

  // Otherwise the newest lead would be far down the list.
  withoutOldLeads: [
    async ({ site }, use) => {
      await site.sql("DELETE FROM site_forms");
      await use(undefined);
    },
    { auto: true },
  ],

  desk: async ({ page, site }, use) => use(new DeskPage(page, site)),

  // Each visitor has their own number and email, because the desk groups one person's requests.
  visitor: async ({ visitorName }, use, { testId }) =>
    use({
      ...visitorName,
      name: `${visitorName.firstName} ${visitorName.lastName}`,
      phone: `(404) 555-${String(Number.parseInt(testId.slice(-8), 16) % 10_000).padStart(4, "0")}`,
      email: `robin.${testId.slice(-10)}@gmail.com`,
    }),

  person: [OWNER, { option: true }],

  stored: async ({ site, visitor }, use) => use(async () => (await site.leadsOf(visitor.name))[0]),

  listedLead: async ({ desk, person, site, visitor }, use) => {
    await sendRequest(site, visitor);
    await desk.signIn(person);
    await expect(desk.row(visitor.name)).toBeVisible();
    await use(visitor);
  },

  openLead: async ({ desk, person, site, stored, visitor }, use) => {
    await sendRequest(site, visitor);
    await desk.signIn(person, `#lead/${(await stored())?.id}`);
    await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
    await use(visitor);
  },

  callerForm: async ({ desk, page, person }, use) => {
    await desk.signIn(person, "#enter");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await use(undefined);
  },

  partner: async ({ browser, site }, use) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const partner = new DeskPage(await context.newPage(), site);
    await partner.signIn(PARTNER);
    await use(partner);
    await context.close();
  },
});

/** Expects a view to break no rule of axe by day, and none of colors by night. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const byDay = await violationsOnPage(page);
  expect.soft(byDay, view).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  const byNight = await violationsOnPage(page, ["color-contrast", "link-in-text-block"]);
  expect.soft(byNight, `${view}, by night`).toEqual([]);
}

/** Sends the site's form in the visitor's own browser. */
export async function sendForm(
  browser: Browser,
  site: RunningSite,
  { firstName, lastName, phone, email }: Visitor,
): Promise<void> {
  const context = await browser.newContext({ baseURL: site.url });
  const estimate = new EstimatePage(await context.newPage());
  await estimate.openFilled({ firstName, lastName, phone, email });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  await context.close();
}

/** Sends a request as a program does, with any fields. */
export async function sendRequest(site: RunningSite, fields: Record<string, string>) {
  const answer = await fetch(`${site.url}/contact`, {
    method: "POST",
    // Each request has its own session: with the same session, identical forms are one request.
    body: new URLSearchParams({
      ...ordinaryAnswers,
      urgency: "routine",
      session_id: randomUUID(),
      ...fields,
    }),
  });
  expect(answer.url).toMatch(/\?sent$/);
}

export { expect };
