/** Two people act on a lead at the desk while the server is killed and their networks fail. */
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { nextLead, savedId, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

const PEOPLE = ["owner@tree-care.example", "office@tree-care.example"];

/** The longest time in which a phone sends its queue once it is online. */
const SENT_WITHIN_SECONDS = 120;

export async function log({ random, rounds = 100 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using server = await startServer("log", {
    DATABASE_URL: database.url,
    DESK_EMAILS: PEOPLE.join(","),
  });
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const lead = savedId(await saveLead(server.url, nextLead(random)));
  const phones = await Promise.all(
    PEOPLE.map((person) => openLead(browser, server, person, `${lead}`)),
  );

  let kills = 0;
  let cuts = 0;
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
    const note = `Note ${round}`;
    await page.getByRole("textbox", { name: "Note" }).fill(note);
    await page.getByRole("button", { name: "Save note" }).click();
    written.push(note);
    // The next kill or network failure may lose the response to this event.
    await delay(random.below(300));
  }

  for (const page of phones) await page.context().setOffline(false);
  const notes = `SELECT data->>'text' AS text FROM desk_events WHERE kind = 'noted' ORDER BY at, id`;
  const saved = async () => (await query(database.url, notes)).rows.map(({ text }) => `${text}`);
  await waitUntil("all notes are sent", SENT_WITHIN_SECONDS, async () => {
    const texts = new Set(await saved());
    return written.every((note) => texts.has(note));
  });
  const { rows } = await query(
    database.url,
    `SELECT note, events, (SELECT count(*)::int FROM desk_events WHERE lead_id = site_forms.id AND kind <> 'read')
     FROM site_forms`,
  );
  const texts = await saved();
  return [
    measured("kills, and network failures", kills, cuts),
    exactly("notes in the log", rounds, texts.length, rounds),
    exactly("duplicate notes", rounds, texts.length - new Set(texts).size),
    exactly("events missing from the lead's count", rounds, rows[0].count - rows[0].events),
    exactly(
      "leads whose notes differ from the log",
      1,
      rows[0].note === texts.join("\n\n") ? 0 : 1,
    ),
  ];
}

/** Signs a person in on their own phone and opens a lead. */
async function openLead(browser: Browser, server: Server, person: string, lead: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const [fragment] = /#sign-in=\S+/.exec(await server.command(["desk", "link", person])) ?? [];
  await page.goto(`${server.url}/desk${fragment}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Now", exact: true }).waitFor();
  await page.goto(`${server.url}/desk#lead/${lead}`);
  await page.getByRole("textbox", { name: "Note" }).waitFor();
  return page;
}
