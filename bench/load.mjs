/** Generates load over HTTP with wrk, the load generator that takes the least CPU time. */
import path from "node:path";
import { run } from "../scripts/command.ts";
import { ROOT } from "../scripts/settings.ts";
import { ANON_KEY } from "./servers.mjs";

const LEADS = path.join(ROOT, "bench", "leads.lua");

/**
 * Sends leads for some seconds; each connection sends the next one after each response.
 *
 * @param {string} url
 * @param {{ connections: number, seconds: number, seed: number }} load
 */
export async function sendLeads(url, { connections, seconds, seed }) {
  const output = await run(
    "wrk",
    [
      `--threads=${Math.min(connections, 2)}`,
      ...[`--connections=${connections}`, `--duration=${seconds}s`, "--timeout=10s"],
      ...["--latency", `--script=${LEADS}`, url, "--", String(seed), ANON_KEY],
    ],
    { log: "bench-wrk" },
  );
  /** @type {{ answers: number, microseconds: number, p50: number, p99: number, p999: number, refused: number, broken: number }} */
  const sent = JSON.parse(output.trim().split("\n").at(-1) ?? "");
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

/**
 * Requests a page for some seconds, with brotli, over persistent connections.
 *
 * @param {string} url
 * @param {{ connections: number, seconds: number }} load
 */
export async function requestPage(url, { connections, seconds }) {
  const output = await run(
    "wrk",
    [
      ...["--threads=2", `--connections=${connections}`, `--duration=${seconds}s`],
      ...["--header=Accept-Encoding: br", url],
    ],
    { log: "bench-wrk-pages" },
  );
  /** @param {RegExp} line */
  const sum = (line) =>
    (line.exec(output)?.slice(1) ?? []).reduce((total, number) => total + Number(number), 0);
  return {
    pagesPerSecond: sum(/Requests\/sec:\s+([\d.]+)/),
    errors:
      sum(/Non-2xx or 3xx responses: (\d+)/) +
      sum(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/),
  };
}
