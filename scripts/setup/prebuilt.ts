/**
 * Programs of tools as their projects release them, which a machine with an open network has in seconds.
 * Only an archive with the checksum in `prebuilt.json` is used. For another version, or without that
 * network, cargo compiles the tool.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandFailure, run } from "../command.ts";
import { report } from "../process-lifecycle.ts";
import releases from "./prebuilt.json" with { type: "json" };

/** How long a download may take: less than the compilation. */
const TIME_LIMIT_MS = 30_000;

interface Release {
  version: string;
  /** the address of an archive */
  url: string;
  /** the archives' checksums, by platform (as Node names it) and target (as the archive's name has it) */
  sha256: Record<string, string>;
}

/**
 * Brings a crate's released programs into a folder.
 *
 * @returns whether they are there; if not, they are to be compiled
 */
export async function installPrebuilt(crate: string, version: string, folder: string) {
  const release: Release | undefined = (releases as Record<string, Release>)[crate];
  if (release?.version !== version) return false;
  const platform = `${process.platform}-${process.arch} `;
  const [name, sha256] =
    Object.entries(release.sha256).find(([name]) => name.startsWith(platform)) ?? [];
  if (!name || !sha256) return false;
  const target = name.slice(platform.length);
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
  // It gets its name when it is complete.
  const unpacked = mkdtempSync(`${folder}.unfinished-`);
  try {
    const file = path.join(unpacked, "archive.tar.gz");
    writeFileSync(file, archive);
    await run("tar", ["-xzf", file, "--strip-components=1", "-C", unpacked], { log: "prebuilt" });
    rmSync(file);
    renameSync(unpacked, folder);
    return true;
  } catch (error) {
    // There is no tar, say.
    if (error instanceof CommandFailure) return false;
    throw error;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
