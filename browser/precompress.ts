// Runs after a build: writes a Brotli and a gzip copy beside every text file of the given folder, so that the
// server does not compress.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2] ?? "";

/** The server does not serve files that begin with a dot. */
const SERVED_TEXT = /^[^.].*\.(html|css|js|svg|json|wasm|txt|xml|webmanifest)$/;

const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
const texts = entries.filter((entry) => entry.isFile() && SERVED_TEXT.test(entry.name));
for (const { parentPath, name } of texts) {
  const file = path.join(parentPath, name);
  const data = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(data, { params }));
  writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
}
console.log(`${texts.length} files precompressed`);
