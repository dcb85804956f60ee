/** Builds the product's rules package with a longer list. */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { step } from "../scripts/progress.ts";
import { ROOT } from "../scripts/settings.ts";
import { BENCH_DIR } from "./servers.mjs";
import { readList } from "./zod-rules.mjs";

/** What is promised, of what, to whom: their combinations fill the list. */
const WORDS = [
  ["affordable", "explosive", "guaranteed", "instant", "organic", "outsourced", "proven", "viral"],
  [
    "campaign",
    "conversion",
    "directory",
    "funnel",
    "outreach",
    "ranking",
    "retargeting",
    "traffic",
  ],
  ["analysis", "boost", "deal", "experts", "growth", "makeover", "package", "partner"],
  ["for agencies", "for brands", "for contractors", "for local firms", "for startups"],
];

/**
 * Returns phrases, beginning with the product's.
 *
 * @param {number} count at most about 1,300
 */
export function manyPhrases(count) {
  const combinations = WORDS.reduce(
    (beginnings, words) => beginnings.flatMap((begun) => words.map((word) => [...begun, word])),
    /** @type {string[][]} */ ([[]]),
  );
  const phrases = [
    ...readList("promotional-phrases"),
    ...combinations.map((words) => words.join(" ")),
  ];
  return phrases.slice(0, count);
}

/**
 * Builds the package with the product's own scripts from a copy of their inputs. Returns its folder.
 *
 * @param {string[]} phrases
 */
export async function buildPackageWith(phrases) {
  const copy = path.join(BENCH_DIR, "many-phrases");
  mkdirSync(copy, { recursive: true });
  const files = ["Cargo.toml", "Cargo.lock", "package.json", "company.json"];
  const checks = [
    "company.schema.json",
    "palette.css",
    "prices.json",
    "projects.json",
    "region.json",
    "reviews.json",
  ];
  for (const name of [...files, ...checks, "scripts", "validator-wasm"]) {
    const filter = (/** @type {string} */ file) => path.basename(file) !== "pkg";
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter });
  }
  // The workspace's other members.
  for (const name of ["backend", "contact-data", "lead-log", "photo-file"]) {
    const member = path.join(copy, name);
    if (!existsSync(member)) symlinkSync(path.join(ROOT, name), member);
  }
  const list = path.join(copy, "validator-wasm", "rules", "promotional-phrases.txt");
  writeFileSync(list, `${phrases.join("\n")}\n`);
  const script = path.join(copy, "scripts", "build", "wasm-package.ts");
  const code = `import { buildWasmPackage } from ${JSON.stringify(script)}; await buildWasmPackage("validator-wasm");`;
  await step(`rules with ${phrases.length} phrases`, async () => {
    await run(process.execPath, ["--input-type=module", `--eval=${code}`], { log: "many-phrases" });
  });
  return path.join(copy, "validator-wasm", "pkg");
}
