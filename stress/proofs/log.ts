/**
 * Three people, whose clocks differ by ten minutes, act on a lead at the desk, and its customer answers on their page,
 * while the server is killed and the people's networks fail.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { openDesk } from "../load/desk.ts";
import { nextLead, savedId, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** The people, and by how many minutes their clocks are fast. */
const PEOPLE: Record<string, number> = {
  "owner@tree-care.example": 0,
  "office@tree-care.example": -10,
  "crew@tree-care.example": 10,
};

/** The longest time in which a phone sends its queue once it is online. */
const SENT_WITHIN_SECONDS = 120;

export async function log({ random, rounds = 100 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using server = await startServer("log", {
    DATABASE_URL: database.url,
    DESK_EMAILS: Object.keys(PEOPLE).join(","),
  });
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const lead = savedId(await saveLead(server.url, nextLead(random)));
  const phones = await Promise.all(
    Object.keys(PEOPLE).map((email) => openLead(browser, server, email, `${lead}`)),
  );
  const link = await appoint(phones[0] as Page, `${lead}`);
  const customer = await Customer.of(server.url, link);
  for (const page of phones) await moveButton(page).waitFor();

  let kills = 0;
  let cuts = 0;
  let moves = 0;
  const written: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = random.pick(phones);
    const chance = random.below(4);
    if (chance === 0) {
      kills += 1;
      await server.kill();
      await server.start();
    } else if (chance === 1) {
      cuts += 1;
      await page.context().setOffline(true);
    } else if (chance === 2) {
      await page.context().setOffline(false);
    }
    const act = random.below(3);
    if (act === 0) {
      await customer.answer(random.pick(["agreed", "call"]));
    } else if (act === 1) {
      await move(page, (hours) => random.below(hours));
      moves += 1;
    } else {
      const note = `Note ${round}`;
      await page.getByRole("textbox", { name: "Note" }).fill(note);
      await page.getByRole("button", { name: "Save note" }).click();
      written.push(note);
    }
    // The next kill or network failure may lose the response to this event.
    await delay(random.below(300));
  }

  for (const page of phones) await page.context().setOffline(false);
  const notes = `SELECT data->>'text' AS text FROM desk_events WHERE kind = 'noted' ORDER BY at, id`;
  const saved = async () => (await query(database.url, notes)).rows.map(({ text }) => `${text}`);
  const counted = async (sql: string): Promise<number> =>
    (await query(database.url, sql)).rows[0].count;
  const savedMoves = () => counted(MOVES);
  await waitUntil("all acts are sent", SENT_WITHIN_SECONDS, async () => {
    const texts = new Set(await saved());
    return written.every((note) => texts.has(note)) && (await savedMoves()) >= moves;
  });
  const { rows } = await query(
    database.url,
    `SELECT note, events, (SELECT count(*)::int FROM desk_events WHERE lead_id = site_forms.id AND kind <> 'read')
     FROM site_forms`,
  );
  const texts = await saved();
  return [
    measured("kills, and network failures", kills, cuts),
    exactly("notes in the log", written.length, texts.length, written.length),
    exactly("duplicate notes", written.length, texts.length - new Set(texts).size),
    exactly("moves in the log", moves, await savedMoves(), moves),
    exactly(
      "events that do not come after what their author had seen",
      rounds,
      await counted(TOO_EARLY),
    ),
    exactly("appointments that are not as the last move left them", 1, await counted(WRONG_PLACE)),
    exactly("appointments without the customer's last answer", 1, await counted(WRONG_ANSWER)),
    measured("answers acknowledged, and in the log", customer.answered, await counted(ANSWERS)),
    exactly("events missing from the lead's count", rounds, rows[0].count - rows[0].events),
    exactly(
      "leads whose notes differ from the log",
      1,
      rows[0].note === texts.join("\n\n") ? 0 : 1,
    ),
  ];
}

const MOVES = "SELECT count(*)::int FROM desk_events WHERE kind = 'moved'";

const TOO_EARLY = `
  SELECT count(*)::int FROM desk_events WHERE at <= (data->>'seen')::timestamptz`;

/** The events that set the appointment's time, with the time before. */
const TIMES = `
  SELECT at, id, data->>'from' AS begins, lag(data->>'from') OVER (ORDER BY at, id) AS before
  FROM desk_events WHERE kind IN ('appointed', 'moved')`;

const WRONG_PLACE = `
  SELECT count(*)::int FROM appointments, (
    SELECT begins FROM (${TIMES}) AS times ORDER BY at DESC, id DESC LIMIT 1) AS last
  WHERE begins_at <> begins::timestamptz OR ended IS NOT NULL`;

/** The customer's last answer since the appointment's time changed. */
const LAST_ANSWER = `
  SELECT CASE kind WHEN 'agreed' THEN 'agreed' ELSE 'call-me' END FROM desk_events
  WHERE (kind = 'call-wanted' OR kind = 'agreed' AND (data->>'from')::timestamptz = begins_at)
    AND at > (SELECT max(at) FROM (${TIMES}) AS times WHERE begins IS DISTINCT FROM before)
  ORDER BY at DESC, id DESC LIMIT 1`;

const WRONG_ANSWER = `
  SELECT count(*)::int FROM appointments WHERE data->>'answer' IS DISTINCT FROM (${LAST_ANSWER})`;

const ANSWERS =
  "SELECT count(*)::int FROM desk_events WHERE kind IN ('agreed', 'call-wanted') AND who = 'customer'";

const moveButton = (page: Page) => page.getByRole("button", { name: /^Move…/ });

/** Moves the lead's appointment to an hour that the desk offers. */
async function move(page: Page, choose: (hours: number) => number) {
  await moveButton(page).click();
  const hours = page.locator("dialog button.figures[aria-pressed=false]");
  await hours.first().waitFor();
  await hours.nth(choose(await hours.count())).click();
  await page.getByRole("button", { name: "Move it" }).click();
}

/** Sets the lead's appointment, and returns the link to the customer's page. */
const appoint = (desk: Page, lead: string): Promise<string> =>
  desk.evaluate(async (path) => {
    const id = crypto.randomUUID();
    const now = Date.now();
    const [at, from, to] = [0, 24, 25].map((hours) => new Date(now + hours * 3_600_000));
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ id, at, kind: "appointed" },
        ...{ appointment: id, purpose: "estimate", from, to },
      }),
    });
    return (await response.json()).lead.link;
  }, `/api/desk/leads/${lead}/events`);

/** The customer, on the page to which their link leads. */
class Customer {
  /** The answers that were acknowledged, and were not given before. */
  answered = 0;

  private readonly url: string;
  private readonly cookie: string;

  private constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  static async of(url: string, link: string): Promise<Customer> {
    const response = await fetch(url + new URL(link).pathname, { redirect: "manual" });
    const [cookie = ""] = response.headers.getSetCookie();
    return new Customer(url, cookie.split(";")[0] ?? "");
  }

  /** Presses a button of the page, if the server is there and the page has the button. */
  async answer(button: string): Promise<void> {
    const headers = { cookie: this.cookie };
    const shown = await fetch(`${this.url}/contact?sent`, { headers }).then(
      (response) => response.text(),
      () => "",
    );
    const element = new RegExp(`<button[^>]*name="${button}"[^>]*>`).exec(shown)?.[0] ?? "";
    const [, value] = /value="([^"]+)"/.exec(element) ?? [];
    if (!value) return;
    const sent = await fetch(`${this.url}/contact/appointments`, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, "sec-fetch-site": "same-origin", origin: this.url },
      body: new URLSearchParams({ [button]: value }),
    }).catch(() => undefined);
    const isRefused = sent?.headers.get("location")?.includes("photos=");
    if (sent?.status === 303 && !isRefused) this.answered += 1;
  }
}

/** Signs a person in on their own phone and opens a lead. */
async function openLead(browser: Browser, server: Server, email: string, lead: string) {
  const page = await openDesk(browser, server, { email, fast: PEOPLE[email] ?? 0, width: 390 });
  await page.goto(`${server.url}/desk#lead/${lead}`);
  await page.getByRole("textbox", { name: "Note" }).waitFor();
  return page;
}
