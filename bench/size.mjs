/** Measures a visitor's download for the rules, WebAssembly and its glue, against zod. */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { buildPages } from "../scripts/build/product.ts";
import { step } from "../scripts/progress.ts";
import { SITE_DIR } from "../scripts/settings.ts";
import { compareMeasurements, OURS } from "./report.mjs";
import { peerVersions, setUpPeer } from "./tools.mjs";
import { ZOD_RULES, zodConstants } from "./zod-rules.mjs";

/** The package's files in the built site, compressed with brotli. */
const SERVED = /^validator_wasm.*\.br$/;

/** @type {import("./run.mjs").Part} */
export async function size() {
  await setUpPeer("zod");
  await buildPages();
  const zod = await step("rules by zod", bundledBytes);
  const assets = path.join(SITE_DIR, "assets");
  const files = readdirSync(assets).filter((name) => SERVED.test(name));
  const ours = files.reduce((sum, name) => sum + statSync(path.join(assets, name)).size, 0);
  const what = "rules, brotli";
  const measurements = [
    { what, contender: OURS, round: 1, figures: { kilobytes: ours / 1000 } },
    { what, contender: "zod", round: 1, figures: { kilobytes: zod / 1000 } },
  ];
  return {
    comparisons: [
      compareMeasurements(measurements, {
        what,
        unit: "KB",
        figure: "kilobytes",
        peer: "zod",
        aim: { mostOurs: 20 },
        essential: true,
      }),
    ],
    versions: peerVersions("zod"),
    measurements,
    // Both files must be found.
    errors: Math.max(0, 2 - files.length),
  };
}

/** Returns the compressed size of a script that contains only the zod rules, from the app's bundler. */
async function bundledBytes() {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    define: zodConstants(),
    build: { write: false, lib: { entry: ZOD_RULES, formats: ["es"] }, minify: true },
  });
  const [{ output }] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ (built);
  const code = output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
  return brotliCompressSync(code).length;
}
