/**
 * `npm run lighthouse`: Lighthouse, as a phone, on every page of the served site; with paths
 * (`npm run lighthouse -- / /faq`) on those. Prints a table and fails if a score is below 100, or a
 * page could not be measured. The whole reports are left in `target/lighthouse`.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { markdownTable } from "markdown-table";
import { CommandFailure, run } from "../command.mjs";
import { report } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { choosePages, fileName, MISSING_PAGE, serveSite } from "../served-site.mjs";
import { ROOT } from "../settings.mjs";
import { CHROMIUM_FLAGS, setUpChromium } from "../setup/chromium.mjs";

const REPORTS = path.join(ROOT, "target", "lighthouse");

/** The categories by their ids, with their heads in the table. */
const CATEGORIES = {
  performance: "perf",
  accessibility: "a11y",
  "best-practices": "best",
  seo: "seo",
  "agentic-browsing": "agent",
};

/** What a missing page is meant to fail: its status, and the console's line about that. */
const FAILED_BY_MISSING_PAGE = ["http-status-code", "errors-in-console"];

/**
 * What is read of Lighthouse's report. A category or an audit that does not apply scores `null`.
 *
 * @typedef {object} Report
 * @property {Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>} categories
 * @property {Record<string, { title: string, score: number | null, numericValue?: number }>} audits
 */

/** @param {string[]} args the pages */
export default async function lighthouse(args) {
  const url = await serveSite();
  const pages = choosePages(args);
  const chromium = await setUpChromium();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const rows = [["page", ...Object.values(CATEGORIES), "LCP s", "CLS", "TBT ms", "KB"]];
  /** @type {string[]} */
  const failures = [];
  for (const page of pages) {
    const result = await measureOnceMoreOnError(url, page, chromium);
    if (typeof result === "string") {
      rows.push([page, "failed", ...rows[0].slice(2).map(() => "–")]);
      failures.push(`${page}  ${result}`);
      continue;
    }
    rows.push([page, ...figures(result)]);
    failures.push(...shortcomings(result).map((shortcoming) => `${page}  ${shortcoming}`));
  }
  const alignment = rows[0].map((_, column) => (column === 0 ? "l" : "r"));
  process.stdout.write(`\n${markdownTable(rows, { align: alignment })}\n`);
  if (failures.length === 0) return 0;
  process.stdout.write(`\n${failures.join("\n")}\n`);
  return 1;
}

/**
 * Lighthouse's report, or what it said when it failed for the second time. It fails now and then for
 * reasons of its own, such as a trace without the beginning of the page load (NO_NAVSTART).
 *
 * @param {string} url
 * @param {string} page
 * @param {string} chromium
 * @returns {Promise<Report | string>}
 */
async function measureOnceMoreOnError(url, page, chromium) {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await step(page, () => measure(url, page, chromium));
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      const reason = error.output.trim().split("\n").at(-1) || error.message;
      if (!isFirst) return reason;
      report(`    once more: ${reason}`);
    }
  }
}

/**
 * @param {string} url
 * @param {string} page
 * @param {string} chromium
 * @returns {Promise<Report>}
 * @throws {CommandFailure} where Lighthouse met an error and not the page's shortcomings
 */
async function measure(url, page, chromium) {
  const output = path.join(REPORTS, fileName(page));
  // The command and not the library: it brings the pinned Node and a fresh browser for each page.
  await run(
    "lighthouse",
    [
      url + page,
      "--quiet",
      "--no-enable-error-reporting",
      ...["--output=json", "--output=html", `--output-path=${output}`],
      `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(" ")}`,
      ...(page === MISSING_PAGE
        ? ["--ignore-status-code", `--skip-audits=${FAILED_BY_MISSING_PAGE.join(",")}`]
        : []),
    ],
    {
      log: `lighthouse-${fileName(page)}`,
      env: { CHROME_PATH: chromium },
    },
  );
  return JSON.parse(readFileSync(`${output}.report.json`, "utf8"));
}

/**
 * A page's line in the table.
 *
 * @param {Report} report
 */
function figures({ categories, audits }) {
  /** @param {string} audit @param {number} unit @param {number} digits */
  const figure = (audit, unit, digits) => {
    const { numericValue } = audits[audit] ?? {};
    return numericValue === undefined ? "–" : (numericValue / unit).toFixed(digits);
  };
  return [
    ...Object.keys(CATEGORIES).map((id) => {
      const score = categories[id]?.score;
      return typeof score === "number" ? String(Math.round(score * 100)) : "–";
    }),
    figure("largest-contentful-paint", 1000, 2),
    figure("cumulative-layout-shift", 1, 3),
    figure("total-blocking-time", 1, 0),
    figure("total-byte-weight", 1024, 1),
  ];
}

/**
 * Why a page has less than 100, an audit a line.
 *
 * @param {Report} report
 */
function shortcomings({ categories, audits }) {
  return Object.entries(categories).flatMap(([id, { score, auditRefs }]) => {
    if (score === null) return [`${id}: no score`];
    if (Math.round(score * 100) === 100) return [];
    return auditRefs
      .filter(({ weight }) => weight > 0)
      .map((reference) => audits[reference.id])
      .filter((audit) => audit.score !== null && audit.score < 1)
      .map((audit) => `${id}: ${audit.title} (${Math.round((audit.score ?? 0) * 100)})`);
  });
}
