/**
 * Another company: makes a copy of the checkout by replacing only what docs/another-company.md lists. Checks that
 * wrong facts are refused, runs the document's commands in the copy, then searches its output for the first company.
 */
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { startBackend } from "../../scripts/backend-server.ts";
import { CommandFailure, run } from "../../scripts/command.ts";
import { freePort } from "../../scripts/port.ts";
import { openThrowAwayDatabase } from "../../scripts/postgres.ts";
import { atEnd, report } from "../../scripts/process-lifecycle.ts";
import { step } from "../../scripts/progress.ts";
import { startService } from "../../scripts/service.ts";
import { NO_SETTINGS, SITE_DIR } from "../../scripts/settings.ts";
import { wrongFacts } from "../../scripts/tests/wrong-facts.ts";
import { COPY, companyOf, makeCopy } from "../another-company/copy.ts";
import { type Trace, tracesIn } from "../another-company/traces.ts";
import { atMost, exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";

/** The second company's built pages. */
const SITE = path.join(COPY, "app", "build", "client");

/** Tests that name no company, or read it from company.json. */
const TESTS = ["rust", "app", "browser"];

/** The most files that another company edits. */
const MOST_FILES = 12;

export async function company(): Promise<Finding[]> {
  const changed = await step("copy", makeCopy);
  const wrong = await step("wrong facts", acceptedFacts);
  const commands = documentedCommands();
  const outputs = new Map<string, string>();
  for (const command of commands) outputs.set(command, await step(command, () => perform(command)));
  const [, passed = "0", failed = "1"] =
    /(\d+) passed, (\d+) failed/.exec(lastLine(outputs.get("npm test"))) ?? [];
  const failures = commands.filter(
    (command) => !SUCCEEDED[command]?.test(outputs.get(command) ?? ""),
  );

  const places = new Map<string, Output[]>([
    ["files of the site", filesOf(SITE)],
    ["drawings", filesOf(path.join(COPY, "app", "src", "pictures"))],
    ["rules for the browser", filesOf(path.join(COPY, "validator-wasm", "pkg"))],
    ["the program", [programText()]],
    ...(await step("served", served)),
  ]);
  // Proves that the search finds the first company in its own site.
  const own = filesOf(SITE_DIR);
  const ownTraces = own.flatMap(({ name, text }) => tracesIn(name, text)).length;
  return [
    atMost("files that are replaced or changed", changed, changed, MOST_FILES),
    exactly(
      `wrong facts that were not refused${named(wrong.accepted)}`,
      wrong.all,
      wrong.accepted.length,
    ),
    exactly(`documented commands that failed${named(failures)}`, commands.length, failures.length),
    exactly("tests that failed", Number(passed) + Number(failed), Number(failed)),
    measured(
      "words that launch-check names",
      (outputs.get("npm run launch-check") ?? "").match(/is left in/g)?.length ?? 0,
      "–",
    ),
    {
      what: "traces of the first company in its own site",
      ...{ many: String(own.length), result: String(ownTraces), required: "> 0" },
      passed: ownTraces > 0,
    },
    ...[...places].map(([place, texts]) => {
      const traces = texts.flatMap(({ name, text }) => tracesIn(name, text));
      show(traces);
      return exactly(`traces of the first company in ${place}`, texts.length, traces.length);
    }),
  ];
}

/** A text to search. */
interface Output {
  name: string;
  text: string;
}

/** Returns names as the end of a finding, if there are any. */
function named(names: string[]) {
  return names.length > 0 ? `: ${names.join(", ")}` : "";
}

/** Runs npm in the copy. Returns its output, also if it failed. */
function npm(...args: string[]) {
  const log = `company-${args.find((arg) => arg !== "run")}`;
  return run("npm", args, { log, cwd: COPY, env: NO_SETTINGS }).catch((error) => {
    if (!(error instanceof CommandFailure)) throw error;
    return error.output;
  });
}

/** Builds the copy with each wrong fact. Returns those that are not refused at once, with their field. */
async function acceptedFacts() {
  const file = path.join(COPY, "company.json");
  const right = readFileSync(file);
  const company = companyOf(COPY);
  const accepted: string[] = [];
  const facts = wrongFacts(company);
  for (const [what, change, problem] of facts) {
    writeFileSync(file, JSON.stringify({ ...company, ...change }));
    const output = await npm("run", "build");
    if (!output.includes(`✗ company.json: ${problem}`)) accepted.push(what);
  }
  writeFileSync(file, right);
  return { all: facts.length, accepted };
}

/** Returns the commands in the document's code blocks, in order. */
function documentedCommands() {
  const text = readFileSync(path.join(COPY, "docs", "another-company.md"), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)];
  return blocks.flatMap(([, block]) => block.trim().split("\n"));
}

/** The output of each documented command that succeeded. Another command of the document has failed. */
const SUCCEEDED: Record<string, RegExp> = {
  "npm run pictures": /^site\/share /m,
  "npm run check": /^(?!.*✗)/s,
  "npm test": / 0 failed[^\n]*\n*$/,
  "npm start": /The site +http:/,
  // Invented content is left on purpose.
  "npm run launch-check": /sample data/,
};

/** Runs a documented command in the copy: `npm start` until it serves, `npm test` without the commands' tests. */
function perform(command: string) {
  const [, ...args] = command.split(" ");
  if (command === "npm start") return start();
  return npm(...args, ...(command === "npm test" ? ["--", ...TESTS] : []));
}

/** Runs `npm start` in the copy until it names the site's address. Returns its output. */
async function start() {
  const dataDir = temporaryFolder();
  const env = { ...NO_SETTINGS, DATA_DIR: dataDir, METRICS_PORT: "0", PORT: `${await freePort()}` };
  const service = startService("npm", ["start"], { cwd: COPY, env });
  let output = "";
  await Promise.race([
    service.ended,
    new Promise<void>((resolve) => {
      createInterface({ input: service.output as Readable }).on("line", (line) => {
        output += `${line}\n`;
        if (SUCCEEDED["npm start"]?.test(line)) resolve();
      });
    }),
  ]);
  await service.stop();
  return output;
}

function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "another-company-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function lastLine(output = "") {
  return output.trim().split("\n").at(-1) ?? "";
}

/** Returns all files of a folder except compressed copies. */
function filesOf(folder: string): Output[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|zst)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(COPY, file), text: textOf(file) }));
}

/** Returns a file as text; in binary files, embedded text stays searchable. */
function textOf(file: string) {
  const binary = /\.(png|ico|woff2|wasm)$/.test(file) || !path.extname(file);
  return readFileSync(file, binary ? "latin1" : "utf8");
}

function programText(): Output {
  const file = path.join(COPY, "target", "debug", "backend");
  // Leaves out machine code, whose bytes may spell a name, and file names, which contain the machine's paths.
  const texts = textOf(file).match(/[ -~]{8,}/g) ?? [];
  return { name: path.relative(COPY, file), text: texts.join("\n").replaceAll(COPY, "") };
}

/** Returns what the server sends: pages with their headers, the API's description, and mails. */
async function served(): Promise<[string, Output[]][]> {
  const dataDir = temporaryFolder();
  const database = await openThrowAwayDatabase();
  const log: string[] = [];
  const server = await startBackend({
    program: path.join(COPY, "target", "debug", "backend"),
    cwd: dataDir,
    env: {
      ...NO_SETTINGS,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      METRICS_PORT: "0",
      PORT: "0",
      SITE_DIR: SITE,
    },
    onLine: (line) => log.push(line),
  });
  const paths = [...readFileSync(path.join(SITE, "sitemap.xml"), "utf8").matchAll(/<loc>(.*?)</g)]
    .map(([, url]) => new URL(url).pathname)
    .concat("/no-such-page", "/api/openapi.json", "/manifest.webmanifest", "/robots.txt");
  const answers = [];
  for (const page of paths) answers.push(await answerOf(`${server.url}${page}`));
  for (const urgency of ["routine", "emergency"]) {
    answers.push(await answerOf(`${server.url}/contact`, requestOf(urgency)));
  }
  const outbox = path.join(dataDir, "outbox");
  // The first mail creates the folder.
  const mails = () => globSync("**/*.eml", { cwd: outbox }).map((file) => path.join(outbox, file));
  await waitUntil("both mails are written", 60, async () => mails().length >= 2);
  await server.stop();
  return [
    ["responses of its server", answers],
    ["mails", mails().map((file) => ({ name: path.basename(file), text: decoded(file) }))],
    ["log lines", [{ name: "log", text: log.join("\n") }]],
  ];
}

function requestOf(urgency: string): RequestInit {
  const form = {
    firstName: "Ada",
    lastName: `Quercus ${urgency === "routine" ? "Alba" : "Nigra"}`,
    phone: "704-555-0123",
    address: "1 Oak Street",
    service: "Tree Removal",
    urgency,
  };
  return { method: "POST", body: new URLSearchParams(form) };
}

async function answerOf(url: string, request?: RequestInit): Promise<Output> {
  const answer = await fetch(url, request);
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return { name: new URL(url).pathname, text: `${head}\n\n${await answer.text()}` };
}

/** Decodes a mail's transfer encodings (RFC 2045, section 6). */
function decoded(file: string) {
  return readFileSync(file, "utf8")
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
    )
    .replace(/(?<=base64(?:\r?\n.+)*\r?\n\r?\n)[\w+/=\r\n]+/g, (text) =>
      Buffer.from(text, "base64").toString(),
    );
}

function show(traces: Trace[]) {
  const shown = new Set(
    traces.map(({ in: place, word, context }) => `${place}: ${word}: ${context}`),
  );
  for (const line of [...shown].slice(0, 40)) report(`  ${line}`);
}
