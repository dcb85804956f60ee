/** A lead's way to the owner's desk: a phone has it open while visitors send leads. */
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { below, exactly, type Finding, told } from "../audit/findings.ts";
import { nextLead, savedId, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

const OWNER = "owner@tree-care.example";

/** A phone on 4G. Only the time to the server and back counts: an answer is small. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Leads come at any moment between two requests for changes. */
const LONGEST_PAUSE_MS = 3000;

/** From the answer to the visitor to the notice on the desk, in milliseconds. */
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
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Now", exact: true }).waitFor();

  let refused = 0;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(random.below(LONGEST_PAUSE_MS));
    const lead = nextLead(random);
    // Its line stands behind those of leads that wait for longer: the notice names it.
    const shown = page.locator(".toast").filter({ hasText: lead.name }).waitFor();
    if (!savedId(await saveLead(server.url, lead))) refused += 1;
    const saved = performance.now();
    await shown;
    times.push(performance.now() - saved);
  }
  times.sort((one, other) => one - other);
  return [
    exactly("leads that were refused", rounds, refused),
    told("median time from the answer to the desk", rounds, `${Math.round(times[rounds >> 1])} ms`),
    below("longest time from the answer to the desk", rounds, times[rounds - 1], REQUIRED_MS, "ms"),
  ];
}
