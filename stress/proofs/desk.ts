/** Measures how fast a lead appears at the desk on a phone. */
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { nextLead, savedId, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

const OWNER = "owner@tree-care.example";

/** A phone on 4G. Only the latency matters, because the responses are small. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Leads arrive at any time between two polls. */
const LONGEST_PAUSE_MS = 3000;

/** The time from the visitor's response to the toast on the desk, in milliseconds. */
const REQUIRED_MS = 2000;

export async function desk({ random, rounds = 40 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  await using server = await startServer("desk", {
    DATABASE_URL: postgres.url,
    DESK_EMAILS: OWNER,
  });
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  const [fragment] = /#sign-in=\S+/.exec(await server.command(["desk", "link", OWNER])) ?? [];
  await page.goto(`${server.url}/desk${fragment}`);
  // The desk announces a lead that arrives after its lists were read.
  const lastList = page.waitForResponse("**/api/desk/leads?*list=done*");
  await page.getByRole("button", { name: "Sign in" }).click();
  await (await lastList).finished();

  let refused = 0;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(random.below(LONGEST_PAUSE_MS));
    const lead = nextLead(random);
    // Waits for the toast, because the list shows leads that have waited longer first.
    const shown = page.locator(".toast").filter({ hasText: lead.name }).waitFor();
    if (!savedId(await saveLead(server.url, lead))) refused += 1;
    const saved = performance.now();
    await shown;
    times.push(performance.now() - saved);
  }
  times.sort((one, other) => one - other);
  return [
    exactly("leads that were refused", rounds, refused),
    measured(
      "median time from the response to the desk",
      rounds,
      `${Math.round(times[rounds >> 1])} ms`,
    ),
    below(
      "longest time from the response to the desk",
      rounds,
      times[rounds - 1],
      REQUIRED_MS,
      "ms",
    ),
  ];
}
