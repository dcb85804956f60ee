// After the build: lays a Brotli and a gzip copy beside every text file of the built site, or of the
// folder that is named, so that the server spends no time on compressing.

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const site = process.argv[2] ?? new URL("../build/client/", import.meta.url);
const text = new Set([
  ".html",
  ".css",
  ".js",
  ".svg",
  ".json",
  ".wasm",
  ".txt",
  ".xml",
  ".webmanifest",
]);

const encodings = [
  {
    suffix: ".br",
    compress: (data: Buffer) =>
      promisify(brotliCompress)(data, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        },
      }),
  },
  { suffix: ".gz", compress: (data: Buffer) => promisify(gzip)(data, { level: 9 }) },
] as const;

const sums = { files: 0, raw: 0, ".br": 0, ".gz": 0 };
for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
  // What begins with a dot is not served.
  const isServed = entry.isFile() && !entry.name.startsWith(".");
  if (!isServed || !text.has(path.extname(entry.name))) continue;
  const file = path.join(entry.parentPath, entry.name);
  const data = await readFile(file);
  sums.files += 1;
  sums.raw += data.length;
  for (const { suffix, compress } of encodings) {
    const compressed = await compress(data);
    sums[suffix] += compressed.length;
    await writeFile(file + suffix, compressed);
  }
}
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
console.log(
  `${sums.files} files precompressed: ${kilobytes(sums.raw)}, brotli ${kilobytes(sums[".br"])}, gzip ${kilobytes(sums[".gz"])}`,
);
