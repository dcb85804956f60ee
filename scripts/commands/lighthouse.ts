/**
 * `npm run lighthouse`: runs Lighthouse, as a phone, on every page, or on given paths (`npm run
 * lighthouse -- / /faq`). Prints a table, and fails if a score is below 100 or a page could not be
 * measured. The reports are in `target/lighthouse`.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Result } from "lighthouse";
import { markdownTable } from "markdown-table";
import { CommandFailure, run } from "../command.ts";
import { report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { choosePages, DESK, fileName, MISSING_PAGE, serveSite } from "../served-site.ts";
import { TARGET_DIR } from "../settings.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../setup/chromium.ts";

const REPORTS = path.join(TARGET_DIR, "lighthouse");

/** The table heads of the categories, by id. */
const CATEGORIES = {
  performance: "perf",
  accessibility: "a11y",
  "best-practices": "best",
  seo: "seo",
  "agentic-browsing": "agent",
};

/** The audits in the table, by table head, with their unit relative to Lighthouse's and their digits. */
const AUDITS: Record<string, [id: string, unit: number, digits: number]> = {
  "LCP s": ["largest-contentful-paint", 1000, 2],
  CLS: ["cumulative-layout-shift", 1, 3],
  "TBT ms": ["total-blocking-time", 1, 0],
  KB: ["total-byte-weight", 1024, 1],
};

/** The options for pages that fail audits on purpose. */
const EXPECTED: Record<string, string[]> = {
  // The page's status is 404, and the console shows that.
  [MISSING_PAGE]: ["--ignore-status-code", "--skip-audits=http-status-code,errors-in-console"],
  // The page is not indexed, and nobody is signed in, which the console shows.
  [DESK]: ["--skip-audits=is-crawlable,meta-description,errors-in-console"],
};

export default async function lighthouse(paths: string[]) {
  const url = await serveSite();
  const pages = choosePages(paths);
  const chromium = await setUpChromium();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const head = ["page", ...Object.values(CATEGORIES), ...Object.keys(AUDITS)];
  const rows = [head];
  const failures: string[] = [];
  for (const page of pages) {
    const measurePage = () => step(page, () => measure(url, page, chromium));
    try {
      // Lighthouse itself sometimes fails, for example with a trace without the start of the load
      // (NO_NAVSTART).
      const result = await measurePage().catch((error) => {
        report(`    once more: ${reasonOf(error)}`);
        return measurePage();
      });
      rows.push([page, ...figures(result)]);
      failures.push(...shortcomings(result).map((shortcoming) => `${page}  ${shortcoming}`));
    } catch (error) {
      rows.push([page, "failed", ...head.slice(2).map(() => "–")]);
      failures.push(`${page}  ${reasonOf(error)}`);
    }
  }
  const align = head.map((_, column) => (column === 0 ? "l" : "r"));
  process.stdout.write(`\n${markdownTable(rows, { align })}\n`);
  if (failures.length === 0) return 0;
  process.stdout.write(`\n${failures.join("\n")}\n`);
  return 1;
}

/** Returns the last line of Lighthouse's output. Throws other errors. */
function reasonOf(error: unknown) {
  if (!(error instanceof CommandFailure)) throw error;
  return error.output.trim().split("\n").at(-1) || error.message;
}

/** Returns Lighthouse's report of a page. Throws if Lighthouse itself fails. */
async function measure(url: string, page: string, chromium: string): Promise<Result> {
  const output = path.join(REPORTS, fileName(page));
  // The command starts a new browser for each page, unlike the library.
  await run(
    "lighthouse",
    [
      ...[url + page, "--quiet", "--no-enable-error-reporting"],
      ...["--output=json", "--output=html", `--output-path=${output}`],
      `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(" ")}`,
      ...(EXPECTED[page] ?? []),
    ],
    { log: `lighthouse-${fileName(page)}`, env: { CHROME_PATH: chromium } },
  );
  return JSON.parse(readFileSync(`${output}.report.json`, "utf8"));
}

/** Returns a page's row of the table. A category or an audit that does not apply has no figure. */
function figures({ categories, audits }: Result) {
  const scores = Object.keys(CATEGORIES).map((id) => figure(categories[id]?.score, 0.01, 0));
  const measured = Object.values(AUDITS).map(([id, unit, digits]) =>
    figure(audits[id]?.numericValue, unit, digits),
  );
  return [...scores, ...measured];
}

function figure(value: number | null | undefined, unit: number, digits: number) {
  return typeof value === "number" ? (value / unit).toFixed(digits) : "–";
}

/** Returns the reasons why a page scores below 100, one line per audit. */
function shortcomings({ categories, audits }: Result) {
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
