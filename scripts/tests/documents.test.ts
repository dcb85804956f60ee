/** Every command in the documents exists, and runs as it is written if it is quick. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, dropDatabase } from "../postgres.ts";
import { ROOT, SLUG } from "../settings.ts";

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));

/** The commands that this test runs, on a separate database. */
const CHEAP = /^npm run (-s )?(leads|outbox|backend)\b/;

/** The commands that this test runs in a shorter form. */
const SHORTER: [RegExp, string][] = [
  [/^npm run stress\b/, "npm run stress -- kill log --rounds 3"],
  [/^npm run pictures\b/, "npm run pictures -- --check site/favicon"],
  [/^npm run leads -- erase$/, "npm run leads -- erase --expired"],
  [
    /^npm run backend -- desk link ADDRESS$/,
    "DESK_EMAILS=owner@tree-care.example npm run backend -- desk link owner@tree-care.example",
  ],
];

const documents = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"],
  ...readdirSync(path.join(ROOT, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join("docs", file)),
  ...readdirSync(ROOT)
    .map((folder) => path.join(folder, "README.md"))
    .filter((file) => existsSync(path.join(ROOT, file))),
];

/** Returns npm's commands in a document's code: in `sh` blocks, and inline. */
function commandsOf(document: string) {
  const text = readFileSync(path.join(ROOT, document), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) =>
    block.split("\n"),
  );
  const inline = [...text.replace(/^```.*?^```$/gms, "").matchAll(/`([^`]+)`/g)].map(([, code]) =>
    code.replace(/\s+/g, " "),
  );
  return [...blocks, ...inline]
    .map((line) => line.replace(/\s#.*/, "").trim())
    .filter((line) => /^npm (start|test|run)\b/.test(line));
}

const commands = [...new Set(documents.flatMap(commandsOf))];

let folder: string;
let env: NodeJS.ProcessEnv;
const database = `documents_${process.pid}`;
const server = process.env.TEST_DATABASE_URL ?? "";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-documents-`));
  env = { DATABASE_URL: await createDatabase(server, database), DATA_DIR: folder };
  await execa("npm", ["run", "backend", "--", "migrate"], { cwd: ROOT, env });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabase(server, database);
});

/** Returns the command to run for a documented command, if there is one. */
function runHere(command: string) {
  const shorter = SHORTER.find(([pattern]) => pattern.test(command))?.[1];
  return shorter ?? (CHEAP.test(command) ? command : undefined);
}

const here = [...new Set(commands.flatMap((command) => runHere(command) ?? []))];

test.each(here)("`%s` runs", { timeout: 300_000 }, async (command) => {
  // Files that a command writes to the working folder do not stay in the checkout.
  const line = command.replace(/--output (\S+)/, `--output ${folder}/$1`);
  const options = { shell: true, cwd: ROOT, env, all: true, reject: false };
  const { exitCode, all } = await execa(line, options);
  expect(exitCode, String(all)).toBe(0);
});

test.each(commands)("`%s` is a script of package.json", (command) => {
  const name = /^npm (?:run )?(?:-s )?(\S+)/.exec(command)?.[1];
  expect(Object.keys(scripts)).toContain(name);
});

test("the tests that SECURITY.md names are there", async () => {
  const text = readFileSync(path.join(ROOT, "SECURITY.md"), "utf8");
  const [, attacks] = text.split("## Tested attacks");
  const names = [...attacks.matchAll(/`([a-z][\w ]+)`/g)].map(([, name]) => name);
  expect(names).not.toHaveLength(0);
  const folders = ["backend/src", "backend/tests", "e2e"];
  for (const name of names) {
    const { exitCode } = await execa("grep", ["-rqE", `(fn |test\\(")${name}[("]`, ...folders], {
      cwd: ROOT,
      reject: false,
    });
    expect(exitCode, name).toBe(0);
  }
});

test("each promise of docs/promises.md names tests that are there", () => {
  const text = readFileSync(path.join(ROOT, "docs/promises.md"), "utf8");
  const promises = text.split("\n").filter((line) => /^\| (?!of \||---)/.test(line));
  expect(promises).not.toHaveLength(0);
  for (const promise of promises) {
    const files = [...promise.matchAll(/`([\w./-]+)`: (`[^`]+`(?:, `[^`]+`)*)/g)];
    expect(files, promise).not.toHaveLength(0);
    for (const [, file, titles] of files) {
      const source = readFileSync(path.join(ROOT, file), "utf8");
      for (const [, title] of titles.matchAll(/`([^`]+)`/g)) {
        const written = [`"${title}"`, `\`${title}\``, `fn ${title}(`].some((it) =>
          source.includes(it),
        );
        expect(written, `${title} in ${file}`).toBe(true);
      }
    }
  }
});
