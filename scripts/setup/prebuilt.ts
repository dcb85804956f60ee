/**
 * Released programs of tools, which are downloaded in seconds. Only an archive with the checksum in
 * `prebuilt.json` is used. For another version, or without a network, cargo compiles the tool.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../command.ts";
import { report } from "../process-lifecycle.ts";
import releases from "./prebuilt.json" with { type: "json" };

/** The timeout of a download: less than the compilation takes. */
const TIME_LIMIT_MS = 30_000;

interface Release {
  version: string;
  url: string;
  /** the targets in the archives' names, and the checksums, by Node's platform */
  archives: Record<string, Record<"target" | "sha256", string>>;
}

/**
 * Installs a crate's released programs into a folder.
 *
 * @returns whether they are installed; if not, they must be compiled
 */
export async function installPrebuilt(crate: string, version: string, folder: string) {
  const release: Release | undefined = (releases as Record<string, Release>)[crate];
  const archive = release?.archives[`${process.platform}-${process.arch}`];
  if (!archive || release.version !== version) return false;
  const { target, sha256 } = archive;
  const url = release.url.replaceAll("{version}", version).replace("{target}", target);
  return download(url, sha256, folder);
}

/** Downloads an archive, checks it, and unpacks the files of its one folder into `folder`. */
export async function download(
  url: string,
  sha256: string,
  folder: string,
  timeLimitMs = TIME_LIMIT_MS,
) {
  let archive: Uint8Array;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) });
    if (!response.ok) return false;
    archive = await response.bytes();
  } catch {
    return false;
  }
  if (createHash("sha256").update(archive).digest("hex") !== sha256) {
    report(`  – ${url} has another checksum than it should: it is not used.`);
    return false;
  }
  mkdirSync(path.dirname(folder), { recursive: true });
  // The folder gets its name when it is complete.
  const unpacked = mkdtempSync(`${folder}.unfinished-`);
  try {
    const file = path.join(unpacked, "archive.tar.gz");
    writeFileSync(file, archive);
    const args = ["-xzf", file, "--strip-components=1", "-C", unpacked];
    // tar may be missing.
    if ((await attempt("tar", args, { log: "prebuilt" })) === undefined) return false;
    rmSync(file);
    renameSync(unpacked, folder);
    return true;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
