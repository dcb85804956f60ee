/**
 * Programs of tools as their projects release them, which a machine with an open network has in seconds.
 * Only an archive with the checksum that stands here is used. For another version, or without that
 * network, cargo compiles the tool.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../command.ts";
import { report } from "../process-lifecycle.ts";

/** How long a download may take: less than the compilation. */
const TIME_LIMIT_MS = 30_000;

interface Release {
  version: string;
  /** the address of the archive for a target */
  url: (version: string, target: string) => string;
  /** by the platform as Node names it: the target in the archive's name, and the archive's SHA-256 */
  archives: Record<string, [target: string, sha256: string]>;
}

export const RELEASES: Record<string, Release> = {
  "wasm-pack": {
    version: "0.15.0",
    url: (version, target) =>
      `https://github.com/wasm-bindgen/wasm-pack/releases/download/v${version}/wasm-pack-v${version}-${target}.tar.gz`,
    archives: {
      "linux-x64": [
        "x86_64-unknown-linux-musl",
        "c09f971ecaed9a2efc80fdcea7a00ef6b53c7fadc8c57d1f61b53a6aa66b668a",
      ],
      "linux-arm64": [
        "aarch64-unknown-linux-musl",
        "e17ef0806381c3a0acb9c9ddad643a49facaa5a2ecf657a421d4d8f3357a24b7",
      ],
      "darwin-x64": [
        "x86_64-apple-darwin",
        "d3f1a4a33e95f8f0d7801b024e08624c479999ac96aa150908b2394015cd0363",
      ],
      "darwin-arm64": [
        "aarch64-apple-darwin",
        "0abff4a03d670b6c00ea31d0e1608a72407e355f3d3765e9c30eb45cd5b7e318",
      ],
    },
  },
  "wasm-bindgen-cli": {
    version: "0.2.127",
    url: (version, target) =>
      `https://github.com/wasm-bindgen/wasm-bindgen/releases/download/${version}/wasm-bindgen-${version}-${target}.tar.gz`,
    archives: {
      "linux-x64": [
        "x86_64-unknown-linux-musl",
        "61d4a7dc85acfa0d2354ccc0b8361928c7e52a746d17f28ebaa795ed3dc1614a",
      ],
      "linux-arm64": [
        "aarch64-unknown-linux-gnu",
        "1ce0ebd74e378d989651091f93c917bd7700996945d4c5ce37ec9507f149225c",
      ],
      "darwin-x64": [
        "x86_64-apple-darwin",
        "81049c79f4e283e1725e6582a0528af1301a70ad23add1df1c4d042ec825263d",
      ],
      "darwin-arm64": [
        "aarch64-apple-darwin",
        "cd93e691eb5953ace5d8ffce52a20b024077a3dac3e2215b8224136b0efb7585",
      ],
    },
  },
};

/**
 * Brings a crate's released programs into a folder.
 *
 * @returns whether they are there; if not, they are to be compiled
 */
export async function installPrebuilt(crate: string, version: string, folder: string) {
  const release = RELEASES[crate];
  const [target, sha256] = release?.archives[`${process.platform}-${process.arch}`] ?? [];
  if (!target || !sha256 || release.version !== version) return false;
  return download(release.url(version, target), sha256, folder);
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
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
