/** Makes a copy of the checkout that belongs to another company, by replacing what docs/another-company.md lists. */
import {
  cpSync,
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { run } from "../../scripts/command.ts";
import { UserError } from "../../scripts/process-lifecycle.ts";
import { ROOT, TARGET_DIR } from "../../scripts/settings.ts";
import { prose, replacements } from "./prose.ts";

/** The copy's folder, on the checkout's file system, because they share files by hard links. */
export const COPY = path.join(TARGET_DIR, "another-company");

/** The files that replace those with the same path. */
const FILES = path.join(import.meta.dirname, "files");

/** Returns the company of a checkout. */
export function companyOf(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, "company.json"), "utf8"));
}

/** Makes the copy; returns how many files differ from the checkout. */
export async function makeCopy() {
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = (await run("git", listed, { log: "company-files" })).split("\0").filter(Boolean);
  const gone = Object.keys(prose).find((file) => !files.includes(file));
  if (gone)
    throw new UserError(`${gone} does not exist anymore: change stress/another-company/prose.ts.`);
  let replaced = 0;
  for (const file of files) {
    const from = path.join(ROOT, file);
    if (!existsSync(from)) continue;
    const instead = path.join(FILES, file);
    const changes = prose[file];
    if (existsSync(instead)) put(file, readFileSync(instead));
    else if (changes) put(file, Buffer.from(replace(file, readFileSync(from, "utf8"), changes)));
    else put(file, readFileSync(from));
    if (changes || existsSync(instead)) replaced += 1;
  }
  removeOthers(files);
  await shareWithCheckout();
  return replaced;
}

/** Removes files of an earlier copy that the checkout no longer has. */
function removeOthers(files: string[]) {
  const made = ["node_modules", "target", "build", "pkg", "fonts"];
  const exclude = ({ name }: Dirent) => made.includes(name);
  for (const entry of globSync("**", { cwd: COPY, withFileTypes: true, exclude })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.includes(path.relative(COPY, file))) rmSync(file);
  }
}

/** Writes a file of the copy, unless it is unchanged: cargo recompiles what is newer than its output. */
function put(file: string, content: Buffer) {
  const at = path.join(COPY, file);
  if (existsSync(at) && readFileSync(at).equals(content)) return;
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, content);
}

/** npm's list of the packages that are installed. */
const INSTALLED = "node_modules/.package-lock.json";

/** Shares the packages and cargo's compiled dependencies. */
async function shareWithCheckout() {
  const installed = [ROOT, COPY].map((folder) => path.join(folder, INSTALLED));
  const [ours, shared] = installed.map((file) => existsSync(file) && readFileSync(file, "utf8"));
  if (ours !== shared) {
    const outdated = globSync(["node_modules", "*/node_modules"], { cwd: COPY });
    for (const folder of outdated) rmSync(path.join(COPY, folder), { recursive: true });
  }
  const folders = [
    ...globSync(["node_modules", "*/node_modules"], { cwd: ROOT }),
    ...["debug", "wasm"].map((folder) => path.join("target", folder)),
  ].filter((folder) => existsSync(path.join(ROOT, folder)) && !existsSync(path.join(COPY, folder)));
  for (const folder of folders) {
    const to = path.join(COPY, folder);
    mkdirSync(path.dirname(to), { recursive: true });
    // Hard links suffice, since npm and cargo replace files instead of writing into them.
    await run("cp", ["-al", path.join(ROOT, folder), to], { log: "company-share" });
  }
  // Build scripts write into their files, which would put the second company's facts into the checkout.
  for (const own of globSync("target/**/build/*/out", { cwd: COPY })) {
    const at = path.join(COPY, own);
    cpSync(at, `${at}.own`, { recursive: true, preserveTimestamps: true });
    rmSync(at, { recursive: true });
    renameSync(`${at}.own`, at);
  }
  for (const own of globSync(["target/**/.cargo-lock", "target/**/incremental"], { cwd: COPY })) {
    rmSync(path.join(COPY, own), { recursive: true, force: true });
  }
}

function replace(file: string, source: string, changes: (typeof prose)[string]) {
  let text = source;
  for (const [first, second] of replacements(source, changes)) {
    if (!text.includes(first)) {
      throw new UserError(
        `${file} does not contain "${first}" anymore: change stress/another-company/prose.ts.`,
      );
    }
    text = text.replaceAll(first, () => second);
  }
  return text;
}
