/** Load: leads over HTTP by wrk, the load generator that takes the least of the processors. */
import path from "node:path";
import { run } from "../scripts/command.ts";
import { ROOT } from "../scripts/settings.ts";

/** The public key that the leads bring. */
export const ANON_KEY = "benchmark-anon-key";

const LEADS = path.join(ROOT, "bench", "leads.lua");

/**
 * Sends leads for some seconds, each connection the next one as soon as it has an answer.
 *
 * @param {string} url
 * @param {{ connections: number, seconds: number, seed: number }} load
 */
export async function sendLeads(url, { connections, seconds, seed }) {
  const said = await run(
    "wrk",
    [
      `--threads=${Math.min(connections, 2)}`,
      ...[`--connections=${connections}`, `--duration=${seconds}s`, "--timeout=10s"],
      ...["--latency", `--script=${LEADS}`, url, "--", String(seed), ANON_KEY],
    ],
    { log: "bench-wrk" },
  );
  /** @type {{ answers: number, microseconds: number, p50: number, p99: number, p999: number, refused: number, broken: number }} */
  const sent = JSON.parse(said.trim().split("\n").at(-1) ?? "");
  const leads = sent.answers - sent.refused;
  return {
    leads,
    leadsPerSecond: leads / (sent.microseconds / 1e6),
    p50Ms: sent.p50 / 1000,
    p99Ms: sent.p99 / 1000,
    p999Ms: sent.p999 / 1000,
    errors: sent.refused + sent.broken,
  };
}
