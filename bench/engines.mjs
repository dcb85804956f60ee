/** Runs the rules and their peer, as one script, in Node and in Chromium. */
import path from "node:path";
import { build } from "vite";
import wasm from "vite-plugin-wasm";
import { ROOT } from "../scripts/settings.ts";
import { BENCH_DIR } from "./servers.mjs";
import { zodConstants } from "./zod-rules.mjs";

/**
 * The interface of `rules-in-engine.js` in any engine.
 *
 * @typedef {object} Engine
 * @property {(contender: string, form: object) => Promise<unknown>} validate
 * @property {(contender: string, form: object, milliseconds: number) => Promise<number>} measure
 */

/**
 * Bundles both contenders into one script with the app's bundler. It contains the WebAssembly, so
 * it runs in Node and in a page.
 *
 * @param {string} name
 * @param {string} pkg the folder of the product's rules package
 * @param {string[]} [phrases] the peer's phrases, if not the product's
 */
export async function bundle(name, pkg, phrases) {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [/** @type {any} */ (wasm)()],
    define: zodConstants(phrases),
    resolve: { alias: { "validator-wasm": pkg } },
    build: {
      target: "esnext",
      outDir: BENCH_DIR,
      emptyOutDir: false,
      assetsInlineLimit: () => true,
      lib: {
        entry: path.join(ROOT, "bench", "rules-in-engine.js"),
        formats: ["es"],
        fileName: name,
      },
    },
  });
  return path.join(BENCH_DIR, `${name}.js`);
}

/** @param {string} script @returns {Promise<Engine>} */
export async function inNode(script) {
  await import(script);
  return /** @type {any} */ (globalThis).rules;
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} script
 * @returns {Promise<Engine>}
 */
export async function inChromium(browser, script) {
  const page = await browser.newPage();
  await page.addScriptTag({ path: script, type: "module" });
  /** @param {"validate" | "measure"} name */
  const call =
    (name) =>
    /** @param {unknown[]} input */
    (...input) =>
      page.evaluate(({ name, input }) => /** @type {any} */ (globalThis).rules[name](...input), {
        name,
        input,
      });
  await page.waitForFunction(() => "rules" in globalThis);
  return { validate: call("validate"), measure: call("measure") };
}
