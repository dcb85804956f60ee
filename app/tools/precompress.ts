// After the build: lays a Brotli and a gzip copy beside every text file of the built site, or of the
// folder that is named, so that the server spends no time on compressing.

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const site = process.argv[2] ?? new URL("../build/client/", import.meta.url);

/** What begins with a dot is not served. */
const SERVED_TEXT = /^[^.].*\.(html|css|js|svg|json|wasm|txt|xml|webmanifest)$/;

const encodings = {
  ".br": (data: Buffer) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  ".gz": (data: Buffer) => promisify(gzip)(data, { level: 9 }),
};

const sums = { files: 0, raw: 0, ".br": 0, ".gz": 0 };
for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !SERVED_TEXT.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const data = await readFile(file);
  sums.files += 1;
  sums.raw += data.length;
  for (const suffix of [".br", ".gz"] as const) {
    const compressed = await encodings[suffix](data);
    sums[suffix] += compressed.length;
    await writeFile(file + suffix, compressed);
  }
}
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
console.log(
  `${sums.files} files precompressed: ${kilobytes(sums.raw)}, brotli ${kilobytes(sums[".br"])}, gzip ${kilobytes(sums[".gz"])}`,
);
