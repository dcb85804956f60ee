import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { test as base, expect, RunningSite } from "../running-site.ts";

/** The people of the desk. */
export const OWNER = "owner@canopybrothers.example";
export const PARTNER = "partner@canopybrothers.example";

/** The desk as a person meets it on a phone. */
export class DeskPage {
  readonly note: Locator;
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    private readonly site: RunningSite,
  ) {
    this.note = page.getByRole("textbox", { name: "Note" });
    this.toast = page.locator(".toast");
  }

  /** A new link, as the command prints it: the part after the address. */
  async link(person: string): Promise<string> {
    const printed = await this.site.command("desk", "link", person);
    const [fragment] = /#sign-in=\S+/.exec(printed) ?? [];
    if (!fragment) throw new Error(`No link in: ${printed}`);
    return fragment;
  }

  async signIn(person = OWNER): Promise<void> {
    await this.page.goto(`${this.site.url}/desk${await this.link(person)}`);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await expect(this.page.getByRole("heading", { name: "Leads", exact: true })).toBeVisible();
    // The service worker has the shell: from here on the desk opens without a network.
    await this.page.evaluate(() => navigator.serviceWorker.ready);
  }

  row(name: string): Locator {
    return this.page.locator(".row").filter({ hasText: name });
  }

  async open(name: string): Promise<void> {
    await this.page.locator(".list").getByRole("link", { name, exact: true }).click();
    await expect(this.page.locator(".lead-pane").getByRole("heading", { name })).toBeVisible();
  }

  async goTo(view: string): Promise<void> {
    await this.page
      .getByRole("navigation", { name: "Desk" })
      .getByRole("link", { name: view })
      .click();
  }

  status(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** All that the desk keeps on the phone. */
  kept(): Promise<string> {
    return this.page.evaluate(async () => {
      const open = indexedDB.open("keyval-store");
      await new Promise((resolve) => open.addEventListener("success", resolve));
      const all = open.result.transaction("keyval").objectStore("keyval").getAll();
      await new Promise((resolve) => all.addEventListener("success", resolve));
      return JSON.stringify([all.result, { ...localStorage }, { ...sessionStorage }]);
    });
  }

  async saveNote(text: string): Promise<void> {
    await this.note.fill(text);
    await this.page.getByRole("button", { name: "Save note" }).click();
  }
}

type Visitor = { firstName: string; lastName: string; name: string };

interface Fixtures {
  desk: DeskPage;
  /** Somebody who has sent nothing yet. */
  visitor: Visitor;
  /** Somebody whose request the owner has open at the desk. */
  openLead: Visitor;
  /** Another person's phone, signed in. */
  partner: DeskPage;
}

export const test = base.extend<Fixtures, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      const site = await RunningSite.start({ DESK_EMAILS: `${OWNER}, ${PARTNER}` });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],

  desk: async ({ page, site }, use) => use(new DeskPage(page, site)),

  visitor: async ({ visitorName }, use) =>
    use({ ...visitorName, name: `${visitorName.firstName} ${visitorName.lastName}` }),

  openLead: async ({ desk, site, visitor }, use) => {
    await sendRequest(site, visitor);
    await desk.signIn();
    await desk.open(visitor.name);
    await use(visitor);
  },

  partner: async ({ browser, site }, use) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const partner = new DeskPage(await context.newPage(), site);
    await partner.signIn(PARTNER);
    await use(partner);
    await context.close();
  },
});

/** Sends the site's form, in a browser of the visitor's own. */
export async function sendForm(
  browser: Browser,
  site: RunningSite,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const context: BrowserContext = await browser.newContext({ baseURL: site.url });
  const estimate = new EstimatePage(await context.newPage());
  await estimate.open();
  await estimate.fill({ ...ordinaryAnswers, firstName, lastName });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  await context.close();
}

/** Sends a request as a program does: what it says need not be what the form would send. */
export async function sendRequest(site: RunningSite, fields: Record<string, string>) {
  const { status } = await fetch(`${site.url}/api/estimate-requests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ordinaryAnswers, urgency: "routine", ...fields }),
  });
  expect(status).toBe(201);
}

export { expect };
