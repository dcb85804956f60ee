/**
 * Three people, whose clocks differ by ten minutes, act on a lead at the desk and offer estimates, and its customer
 * answers and decides on their page, while the server is killed and the people's networks fail.
 */
import { randomUUID } from "node:crypto";
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
  let offered = 0;
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
    const act = random.below(5);
    if (act === 0) {
      await customer.answer(random.pick(["agreed", "call"]));
    } else if (act === 3) {
      await customer.decide(random.pick(["yes", "ask", "no"]));
    } else if (act === 4) {
      offered += await offer(page, `${lead}`, 1 + random.below(5000));
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
    exactly(
      "estimates acknowledged, and not in the log",
      offered,
      offered - (await counted(OFFERS)),
    ),
    exactly(
      "orders acknowledged, and not in the log",
      customer.orders.size,
      customer.orders.size -
        (await counted(`${ORDERS} AND data->>'estimate' = ANY ('{${[...customer.orders]}}')`)),
    ),
    exactly("estimates that were ordered twice", offered, await counted(ORDERED_TWICE)),
    exactly("orders whose total is not that of their lines", offered, await counted(WRONG_TOTAL)),
    exactly("orders of an estimate that was replaced before", offered, await counted(REPLACED)),
    exactly("leads that do not have what was ordered last", 1, await counted(WRONG_ORDER)),
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

const OFFERS = "SELECT count(*)::int FROM desk_events WHERE kind = 'offered'";

const ORDERS = "SELECT count(*)::int FROM desk_events WHERE kind = 'accepted' AND who = 'customer'";

const ORDERED_TWICE = `
  SELECT count(*)::int FROM (
    SELECT FROM desk_events WHERE kind = 'accepted'
    GROUP BY data->>'estimate' HAVING count(*) > 1) AS twice`;

/** The lines that were ordered: those that are always part of the estimate, and those that were chosen. */
const WRONG_TOTAL = `
  SELECT count(*)::int FROM desk_events AS accepted
  JOIN desk_events AS offered ON offered.id = (accepted.data->>'estimate')::uuid
  WHERE accepted.kind = 'accepted' AND (accepted.data->>'total')::int IS DISTINCT FROM (
    SELECT sum((line->>'cents')::int)
    FROM jsonb_array_elements(offered.data->'lines') WITH ORDINALITY AS lines (line, place)
    WHERE line->>'pick' = 'always' OR accepted.data->'chosen' @> to_jsonb(place - 1))`;

/** The server records the events of a lead one after the other. */
const REPLACED = `
  SELECT count(*)::int FROM desk_events AS accepted
  WHERE kind = 'accepted' AND data->>'estimate' <> (
    SELECT id::text FROM desk_events AS offered
    WHERE kind = 'offered' AND offered.recorded_at < accepted.recorded_at
    ORDER BY offered.at DESC, offered.id DESC LIMIT 1)`;

const WRONG_ORDER = `
  SELECT count(*)::int FROM site_forms WHERE won IS DISTINCT FROM (
    SELECT (data->>'total')::int FROM desk_events WHERE kind = 'accepted'
    ORDER BY at DESC, id DESC LIMIT 1)`;

const moveButton = (page: Page) => page.getByRole("button", { name: /^Move…/ });

/** Moves the lead's appointment to an hour that the desk offers. */
async function move(page: Page, choose: (hours: number) => number) {
  await moveButton(page).click();
  const hours = page.locator("dialog button.figures[aria-pressed=false]");
  await hours.first().waitFor();
  await hours.nth(choose(await hours.count())).click();
  await page.getByRole("button", { name: "Move it" }).click();
}

/** Records an act now. Returns the customer's link, or undefined if the server did not respond. */
const record = (desk: Page, lead: string, act: object): Promise<string | undefined> =>
  desk.evaluate(
    ([path, sent]) =>
      fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id: crypto.randomUUID(), at: new Date(), ...sent }),
      })
        .then((response) => response.json())
        .then((saved) => saved.lead.link)
        .catch(() => undefined),
    [`/api/desk/leads/${lead}/events`, act] as const,
  );

/** Sets the day of the work, which no estimate ends, and returns the link to the customer's page. */
async function appoint(desk: Page, lead: string): Promise<string> {
  const appointment = randomUUID();
  const [from, to] = [24, 25].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  );
  const act = { kind: "appointed", appointment, purpose: "work", from, to };
  return `${await record(desk, lead, act)}`;
}

/** Offers an estimate. Returns 1 if that was acknowledged. */
async function offer(desk: Page, lead: string, dollars: number): Promise<number> {
  const lines = ["one-of", "one-of", "optional", "always"].map((pick, place) => ({
    what: `Line ${place}`,
    cents: dollars * 100 + place,
    pick,
  }));
  return (await record(desk, lead, { kind: "offered", lines })) ? 1 : 0;
}

/** The customer, on the page to which their link leads. */
class Customer {
  /** The answers that were acknowledged, and were not given before. */
  answered = 0;

  /** The estimates whose order was acknowledged. */
  readonly orders = new Set<string>();

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

  /** Presses a button of an appointment, if the server is there and the page has the button. */
  async answer(button: string): Promise<void> {
    const [value] = await this.shown(button);
    if (value && (await this.send("appointments", { [button]: value }))) this.answered += 1;
  }

  /** Decides about the estimate as the page shows it. */
  async decide(decision: string): Promise<void> {
    const [estimate, total, option] = await this.shown("estimate", "total", "option");
    if (!(estimate && total && option)) return;
    const isSent = await this.send("estimate", {
      ...{ decision, estimate, total, option, signed: "Jane Doe" },
    });
    if (isSent && decision === "yes") this.orders.add(estimate);
  }

  /** Returns the values of the page's first fields and buttons with these names. */
  private async shown(...names: string[]): Promise<(string | undefined)[]> {
    const headers = { cookie: this.cookie };
    const page = await fetch(`${this.url}/contact?sent`, { headers }).then(
      (response) => response.text(),
      () => "",
    );
    return names.map((name) => {
      const element = new RegExp(`<(?:button|input)[^>]* name="${name}"[^>]*>`).exec(page)?.[0];
      return /value="([^"]+)"/.exec(element ?? "")?.[1];
    });
  }

  /** Sends a form. Returns whether the server acknowledged it. */
  private async send(form: string, fields: Record<string, string>): Promise<boolean> {
    const sent = await fetch(`${this.url}/contact/${form}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: this.cookie, "sec-fetch-site": "same-origin", origin: this.url },
      body: new URLSearchParams(fields),
    }).catch(() => undefined);
    const isRefused = /[?&](?:photos|offer)=/.test(sent?.headers.get("location") ?? "");
    return sent?.status === 303 && !isRefused;
  }
}

/** Signs a person in on their own phone and opens a lead. */
async function openLead(browser: Browser, server: Server, email: string, lead: string) {
  const page = await openDesk(browser, server, { email, fast: PEOPLE[email] ?? 0, width: 390 });
  await page.goto(`${server.url}/desk#lead/${lead}`);
  await page.getByRole("textbox", { name: "Note" }).waitFor();
  return page;
}
