/** The licenses of the packages in the lock files. `deny.toml` has those of the crates. */
import { readFileSync } from "node:fs";
import path from "node:path";
import satisfies from "spdx-satisfies";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { ROOT } from "../settings.ts";

/** Permissive licenses; MPL-2.0, which covers only its own files; the licenses of typefaces and of data. */
const ALLOWED = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"],
  ...["MPL-2.0", "OFL-1.1", "Python-2.0", "Zlib", "CC-BY-3.0", "CC0-1.0"],
];

/**
 * sharp's programs contain libvips (LGPL-3.0). They create the photo files when the site is built,
 * and no part of them is distributed.
 */
const EXCEPT = /^node_modules\/@img\/sharp-[\w-]+$/;

const lockFiles = globSync(["package-lock.json", "bench/peers/*/package-lock.json"], { cwd: ROOT });

test.each(lockFiles)("every package in %s has a licence that may be used", (file) => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));
  const installed = Object.entries<{ license?: string; link?: boolean }>(packages).filter(
    ([name, { link }]) => name.includes("node_modules/") && !link && !EXCEPT.test(name),
  );
  expect(installed.length).toBeGreaterThan(0);
  const others = installed.filter(([, { license }]) => !license || !satisfies(license, ALLOWED));
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});
