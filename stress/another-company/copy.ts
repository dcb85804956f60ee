/** A copy of the checkout that is another company's: what stands in the places of docs/another-company.md is replaced. */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { run } from "../../scripts/command.ts";
import { UserError } from "../../scripts/process-lifecycle.ts";
import { ROOT, SLUG, TARGET_DIR } from "../../scripts/settings.ts";
import { prose } from "./prose.ts";

/** Where the copy is: on the file system of what it shares with the checkout by hard links. */
export const COPY = path.join(TARGET_DIR, "another-company");

/** The files that take the places of those of the same path. */
const FILES = path.join(import.meta.dirname, "files");

/** The company of a checkout. */
export function companyOf(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, "company.json"), "utf8"));
}

/** Makes the copy, and replaces the company in it. Answers how many files changed. */
export async function makeCopy() {
  // What was compiled in it stays.
  for (const entry of globSync("*", { cwd: COPY, exclude: ["target"] })) {
    rmSync(path.join(COPY, entry), { recursive: true });
  }
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = (await run("git", listed, { log: "company-files" })).split("\0").filter(Boolean);
  for (const file of files) {
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(COPY, file));
  }
  await shareWithCheckout();

  const replaced = readdirSync(FILES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(FILES, path.join(entry.parentPath, entry.name)));
  for (const file of replaced) cpSync(path.join(FILES, file), path.join(COPY, file));
  for (const [file, texts] of Object.entries(prose)) replace(file, texts);
  // The Debian package has the company's name in its list of files.
  replace("backend/Cargo.toml", [[SLUG, companyOf(COPY).slug]]);
  return replaced.length + Object.keys(prose).length + 1;
}

/** Takes over the packages, and what cargo has compiled of the dependencies. */
async function shareWithCheckout() {
  const shared = [
    ...globSync(["node_modules", "*/node_modules"], { cwd: ROOT }),
    ...["debug", "release", "wasm"].map((folder) => path.join("target", folder)),
  ].filter((folder) => existsSync(path.join(ROOT, folder)) && !existsSync(path.join(COPY, folder)));
  for (const folder of shared) {
    const to = path.join(COPY, folder);
    mkdirSync(path.dirname(to), { recursive: true });
    // With links in place of copies: packages and cargo replace files, they do not write into them.
    await run("cp", ["-al", path.join(ROOT, folder), to], { log: "company-share" });
  }
  for (const own of globSync(["target/**/.cargo-lock", "target/**/incremental"], { cwd: COPY })) {
    rmSync(path.join(COPY, own), { recursive: true, force: true });
  }
}

function replace(file: string, texts: readonly (readonly [string, string])[]) {
  const at = path.join(COPY, file);
  let text = readFileSync(at, "utf8");
  for (const [first, second] of texts) {
    if (!text.includes(first)) {
      throw new UserError(
        `${file} has no "${first}" any more: change stress/another-company/prose.ts.`,
      );
    }
    text = text.replaceAll(first, () => second);
  }
  rmSync(at);
  writeFileSync(at, text);
}
