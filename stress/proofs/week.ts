/**
 * An office and two phones, whose clocks differ by ten minutes, play a week at the desk, over the end of daylight saving
 * time, with 40 new leads over 10,000 old ones. What each person read that they did is kept, and counted again in SQL.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { fillTable } from "../../bench/full-table.mjs";
import { run } from "../../scripts/command.ts";
import { openDurableDatabase, programs, query } from "../../scripts/postgres.ts";
import { atEnd } from "../../scripts/process-lifecycle.ts";
import { SLUG } from "../../scripts/settings.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { requireCommand } from "../../scripts/setup/debian.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { openDesk, type Person, setClock } from "../load/desk.ts";
import { nextLead, savedId, saveLead } from "../load/lead.ts";
import { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";
import { APPOINTMENTS, FAULTS, REPLACED, STATES, TABLES, VISIT_ENDS } from "./week-recount.ts";

const PEOPLE: Person[] = [
  { email: "office@tree-care.example", fast: 0, width: 1440 },
  { email: "eli@tree-care.example", fast: 10, width: 390 },
  { email: "jonah@tree-care.example", fast: -10, width: 390 },
];

/** The Thursday before the clocks change, at 8:30 in Atlanta. */
const BEGINS = Date.parse("2026-10-29T12:30:00Z");

const HOUR_MS = 3_600_000;

/** The parts of a day, which begin three hours apart, and the acts in each. */
const PARTS = 3;
const ACTS = 10;

const YOUNG = 40;
const OLD = 10_000;

/** The old leads are closed or quoted, and some are due. */
const AGED = `
  UPDATE site_forms SET created_at = created_at - interval '200 days',
    status = CASE WHEN right(id::text, 1) < '8' THEN 'lost' ELSE 'quoted' END,
    next_at = CASE WHEN right(id::text, 2) > 'fa' THEN now() - interval '90 days' END`;

/** The longest time in which a browser shows an act, or sends its queue once it is online. */
const SHOWN_WITHIN_SECONDS = 30;
const SENT_WITHIN_SECONDS = 120;

interface Lead {
  id: string;
  name: string;
}

/** An act as the desk showed it to the person who did it. */
interface Acknowledged {
  who: string;
  lead: string;
  words: string;
  /** the history that the desk showed before */
  shown: { who: string; words: string }[];
}

export async function week({ random, rounds = 7 }: Options): Promise<Finding[]> {
  const clock = await fakeClock();
  await using database = await openDurableDatabase([], clock.postgres);
  await using server = await startServer("week", {
    ...clock.env,
    DATABASE_URL: database.url,
    DESK_EMAILS: PEOPLE.map(({ email }) => email).join(","),
  });
  await fillTable(database.url, OLD);
  await query(database.url, AGED);
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const players: Player[] = [];
  for (const person of PEOPLE) {
    players.push(new Player(person, await openDesk(browser, server, person)));
  }
  const leads: Lead[] = [];
  let cuts = 0;
  let meetings = 0;
  for (let part = 0; part < rounds * PARTS; part += 1) {
    const time = BEGINS + (24 * Math.floor(part / PARTS) + 3 * (part % PARTS)) * HOUR_MS;
    clock.set(time);
    // The server formats the date anew twice a second.
    await waitUntil("the server has the time", 10, async () => {
      const { headers } = await fetch(`${server.url}/healthz`);
      return Math.abs(Date.parse(headers.get("date") ?? "") - time) < HOUR_MS;
    });
    for (const { page, person } of players) await setClock(page, person, clock.aheadMs);
    while (leads.length < Math.min(YOUNG, 16 + 4 * part)) {
      const lead = nextLead(random);
      leads.push({ id: `${savedId(await saveLead(server.url, lead))}`, name: lead.name });
    }
    for (const { page } of players.slice(1)) {
      const isOffline = random.below(3) === 0;
      if (isOffline) cuts += 1;
      await page.context().setOffline(isOffline);
    }
    if (part % PARTS === 0) await random.pick(players).moveForRain(leads);
    for (let act = 0; act < ACTS; act += 1) {
      while (!(await random.pick(players).act(random.pick(leads), random)));
    }
    // Two people act on a lead, and neither sees the other's act before.
    const lead = random.pick(leads);
    const absent = random.pick(players);
    const acted = await Promise.all(
      players
        .filter((it) => it !== absent)
        .map((it) => it.act(lead, new Random(random.below(2 ** 32)), DECISIVE)),
    );
    if (acted.every(Boolean)) meetings += 1;
  }
  for (const { page } of players) await page.context().setOffline(false);
  const rowsOf = async (sql: string) => (await query(database.url, sql)).rows;
  const acknowledged = players.flatMap(({ acts }) => acts);
  const { length } = acknowledged;
  // Each act of the desk says what its author had seen.
  const acts = "SELECT count(*)::int FROM desk_events WHERE data ? 'seen'";
  const isSent = async () => (await rowsOf(acts))[0].count >= length;
  await waitUntil("all acts are sent", SENT_WITHIN_SECONDS, isSent);

  const saved = await rowsOf(STATES);
  const clashes = await players[0].page.evaluate(foldAnew, leads);
  const folded = await rowsOf(STATES);
  await query(database.url, TABLES(acknowledged, clashes));
  const faults = new Map<string, unknown[]>();
  for (const [what, sql] of Object.entries(FAULTS)) faults.set(what, await rowsOf(sql));
  const isOther = (it: object, i: number) => JSON.stringify(it) !== JSON.stringify(folded[i]);
  faults.set("leads that differ when folded anew", saved.filter(isOther));
  const appointments = await rowsOf(APPOINTMENTS);
  faults.set("leads with other appointments on a desk", await others(players, leads, appointments));
  for (const [what, found] of faults) {
    for (const fault of found) process.stdout.write(`${what}: ${JSON.stringify(fault)}\n`);
  }
  return [
    measured("times without a network, and meetings on a lead", cuts, meetings),
    measured("leads, and their open appointments", leads.length, appointments.length),
    measured(
      "acts replaced unseen, and all clashes",
      (await rowsOf(REPLACED)).length,
      clashes.length,
    ),
    ...[...faults].map(([what, found]) =>
      exactly(what, what.startsWith("leads") ? leads.length : length, found.length),
    ),
  ];
}

/** Returns the leads with other open appointments on a desk than in the database. */
async function others(players: Player[], leads: Lead[], all: Record<"lead" | "words", string>[]) {
  const found: unknown[] = [];
  for (const player of players) {
    const { page, person } = player;
    for (let poll = 0; poll < 2; poll += 1) await page.waitForResponse("**/api/desk/changes*");
    for (const lead of leads) {
      await player.open(lead);
      const open = page.locator("[aria-labelledby=appointments] li > p.figures:not([data-off])");
      const shown = (await open.allInnerTexts()).map(plain).sort();
      const own = all.filter((it) => it.lead === lead.id);
      const expected = own.map(({ words }) => words).sort();
      if (`${shown}` !== `${expected}`) found.push({ who: person.email, lead, shown, expected });
    }
  }
  return found;
}

/** Sets up a clock for Postgres and the server, by Debian's faketime. It can be set, and goes on by itself. */
async function fakeClock() {
  await requireCommand("faketime", "faketime");
  const print = ["-f", "+0", "printenv", "LD_PRELOAD"];
  const library = await run("faketime", print, { log: "faketime" });
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-clock-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const file = path.join(folder, "ahead");
  const env = {
    LD_PRELOAD: library.trim(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  // Postgres's account may not use what faketime shares among root's processes: only Postgres itself has the clock.
  const assignments = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  for (const [name, program] of Object.entries(await programs())) {
    const before = name === "postgres" ? ["env", ...assignments] : [];
    const script = `#!/bin/sh\nexec ${[...before, program].join(" ")} "$@"\n`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
  }
  const clock = {
    env,
    /** the folder of Postgres's programs */
    postgres: folder,
    aheadMs: 0,
    set(time: number) {
      const seconds = Math.round((time - Date.now()) / 1000);
      clock.aheadMs = seconds * 1000;
      writeFileSync(`${file}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
      renameSync(`${file}.new`, file);
    },
  };
  clock.set(BEGINS);
  return clock;
}

/** What the history then says, or how that begins; false if the desk does not offer the act. */
type Wanted = string | false;

/** What a person can do with an open lead. */
const CHOICES: Record<string, (page: Page, random: Random) => Promise<Wanted>> = {
  note: async (page, random) => {
    const text = `Gate code ${random.below(2 ** 32)}`;
    await page.getByRole("textbox", { name: "Note" }).fill(text);
    await page.getByRole("button", { name: "Save note" }).click();
    return text;
  },
  "no answer": async (page) => (await choose(page, "No answer")) && "Called, nobody answered",
  reached: async (page) => {
    if (!(await choose(page, "Reached"))) return false;
    await page.keyboard.press("Escape");
    return "Reached";
  },
  quoted: async (page, random) =>
    (await choose(page, "Quoted")) && `Quoted ${await submitAmount(page, random, "Quoted")}`,
  visit: async (page, random) => {
    if (!(await choose(page, "Visit"))) return false;
    await page.getByText("Another time or name…").click();
    await page.getByLabel("Until").fill(VISIT_ENDS.typed);
    return `Visit, ${await submitPlace(page, random, "Set the visit")}`;
  },
  won: async (page, random) => {
    // An order with a day moves an open day of the work, as in earlier versions.
    const isFirst = (await page.getByText(/^Work, /).count()) === 0;
    if (!(await choose(page, "Won"))) return false;
    const day = isFirst && random.below(2) > 0 && (await chooseHour(page, random));
    const amount = await submitAmount(page, random, "Won");
    return `Won ${amount}${day ? `, work ${day}` : ""}`;
  },
  work: async (page, random) =>
    (await choose(page, "Day of the work")) &&
    `Work, ${await submitPlace(page, random, "Set the day")}`,
  "further day": (page) => press(page, /^One more day/, "Work, "),
  move: async (page, random) => {
    if (!(await press(page, /^Move…/, "Moved"))) return false;
    const why = random.pick(["The customer asked", "Rain", "Our crew"]);
    await page.getByRole("dialog").getByRole("button", { name: why }).click();
    return `Moved, ${await submitPlace(page, random, "Move it")}, ${lowered(why)}`;
  },
  "called off": (page) => press(page, /^Call it off/, "Called off"),
  "been there": (page) => press(page, /^Done: (Visit|Work),/, "Been there"),
  "nobody there": (page) => press(page, /^Nobody there/, "Nobody there"),
  lost: async (page, random) => {
    const reason = random.pick(["The price", "We were too late", "Went elsewhere"]);
    return (await choose(page, reason)) && `Lost: ${lowered(reason)}`;
  },
  done: async (page) => (await choose(page, /^Done(: nothing more to do)?$/)) && "Done",
  "put off": async (page, random) => {
    await page.getByRole("button", { name: "What next" }).click();
    const times = page.getByRole("heading", { name: "Comes back" }).locator("+ div > button");
    await times.nth(random.below(await times.count())).click();
    return "Put off until ";
  },
};

/** What people choose, the frequent ones several times. */
const ORDINARY = [
  ...Object.keys(CHOICES),
  ...["visit", "visit", "move", "move", "quoted", "won", "work", "work", "reached", "note"],
];
const DECISIVE = ["quoted", "won", "lost", "move", "called off"];

/** Presses the last of some buttons of an open lead, if there is one. */
async function press(page: Page, name: RegExp, words: string): Promise<Wanted> {
  const button = page.locator(".lead").getByRole("button", { name });
  if ((await button.count()) === 0) return false;
  await button.last().click();
  return words;
}

/** Chooses what is next, if it is offered. */
async function choose(page: Page, name: string | RegExp): Promise<boolean> {
  await page.getByRole("button", { name: "What next" }).click();
  await page.getByRole("dialog").getByRole("heading").first().waitFor();
  const button = page.getByRole("dialog").getByRole("button", { name, exact: true });
  const isOffered = (await button.count()) > 0;
  await (isOffered ? button.click() : page.keyboard.press("Escape"));
  return isOffered;
}

const submit = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

async function submitAmount(page: Page, random: Random, name: string): Promise<string> {
  const amount = `$${(1000 + random.below(1_000_000)).toLocaleString("en-US")}`;
  await page.getByLabel(/^Amount/).fill(amount);
  await submit(page, name);
  return amount;
}

/** Chooses an hour, and returns it in words. */
async function chooseHour(page: Page, random: Random): Promise<string> {
  const hours = page.locator("dialog button.figures[aria-pressed=false]");
  await hours.first().waitFor();
  await hours.nth(random.below(await hours.count())).click();
  const chosen = page.locator("dialog button.figures[aria-pressed=true]");
  return /^.*?[AP]M/.exec(plain((await chosen.getAttribute("aria-label")) ?? ""))?.[0] ?? "";
}

/** Submits an hour and a crew, and returns both in words. */
async function submitPlace(page: Page, random: Random, name: string): Promise<string> {
  const hour = await chooseHour(page, random);
  const crews = page.locator("dialog p", { hasText: "Who goes" }).getByRole("button");
  const crew = crews.nth(random.below(await crews.count()));
  await crew.click();
  const words = `${hour}, ${await crew.innerText()}`;
  await submit(page, name);
  return words;
}

/** Returns a text with ordinary spaces. */
const plain = (text: string) => text.replace(/\s/g, " ");

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** A person with their own browser, and what it told them that they did. */
class Player {
  readonly acts: Acknowledged[] = [];
  readonly person: Person;
  readonly page: Page;
  /** the time of the person's last act on each lead */
  readonly #last = new Map<string, string>();

  constructor(person: Person, page: Page) {
    this.person = person;
    this.page = page;
  }

  /** Acts on a lead, if this browser has it and offers the act. */
  async act(lead: Lead, random: Random, choices = ORDINARY): Promise<boolean> {
    const { page, person } = this;
    if (!(await this.open(lead))) return false;
    const shown = await this.#history();
    const wanted = await CHOICES[random.pick(choices)]?.(page, random);
    if (!wanted) return false;
    const after = this.#last.get(lead.id) ?? "";
    await waitUntil(`the desk shows "${wanted}"`, SHOWN_WITHIN_SECONDS, async () => {
      const own = (await this.#history()).filter(({ who }) => who === person.email);
      const entry = own.find(({ at, words }) => at > after && words.startsWith(wanted));
      if (!entry) return false;
      this.#last.set(lead.id, entry.at);
      this.acts.push({ who: person.email, lead: lead.id, words: entry.words, shown });
      return true;
    });
    return true;
  }

  /** Reads the open lead's history. */
  async #history() {
    const entries = await this.page.evaluate(() =>
      [...document.querySelectorAll("[aria-labelledby=history] li")].map((entry) => {
        const [words, facts] = entry.querySelector("p")?.children ?? [];
        const at = entry.querySelector("time")?.dateTime ?? "";
        return {
          at,
          words: `${words?.textContent}`,
          name: `${facts?.textContent}`.split(" · ")[0],
        };
      }),
    );
    return entries.map(({ at, words, name = "" }) => ({
      at,
      words: plain(words),
      who: name === "you" ? this.person.email : `${lowered(name)}@tree-care.example`,
    }));
  }

  /** Opens a lead. Returns whether this browser has it. */
  async open({ id, name }: Lead): Promise<boolean> {
    const { page } = this;
    await page.evaluate((hash) => location.assign(hash), `#lead/${id}`);
    const heading = page.locator(".lead h1", { hasText: name });
    await heading.or(page.getByText("this phone does not have this lead")).waitFor();
    return (await heading.count()) > 0;
  }

  /** Moves the visits of the last day that has any, because of rain. */
  async moveForRain(leads: Lead[]): Promise<void> {
    const { page, person } = this;
    await page.evaluate(() => location.assign("#visits"));
    await page.getByRole("heading", { name: "Visits", exact: true }).waitFor();
    const days = page.getByRole("link", { name: /^Rain/ });
    if ((await days.count()) === 0) return;
    await days.last().click();
    const button = page.getByRole("button", { name: "Move them" });
    await button.or(page.getByText("No visits are ahead on this day.")).waitFor();
    const stops = await page.locator("label:has(:checked)").allInnerTexts();
    if (stops.length === 0) return;
    await button.click();
    await page.getByText(/visits? moved: rain/).waitFor();
    for (const stop of stops) {
      const [, name, crew, time = ""] = /^(.*?)(?:, (.*))?\n.* → (.*)$/.exec(stop) ?? [];
      const words = ["Moved", plain(time), crew, "rain"].filter(Boolean).join(", ");
      const lead = leads.find((it) => it.name === name)?.id ?? "";
      this.acts.push({ who: person.email, lead, words, shown: [] });
    }
  }
}

/** Records an event without an effect on each lead, so that the server folds its log anew. Returns all clashes. */
const foldAnew = async (leads: Lead[]) => {
  const clashes: unknown[] = [];
  for (const { id } of leads) {
    const [event, undone] = [crypto.randomUUID(), crypto.randomUUID()];
    const body = JSON.stringify({ id: event, at: new Date(), kind: "undone", event: undone });
    const headers = { "content-type": "application/json" };
    let response: Response;
    // Setting the clock has closed connections to Postgres.
    do response = await fetch(`/api/desk/leads/${id}/events`, { method: "POST", headers, body });
    while (response.status === 503);
    clashes.push(...(await response.json()).clashes);
  }
  return clashes;
};
