/** Node's engine and Chromium's, with the rules and their peer in it as one script. */
import path from "node:path";
import { build } from "vite";
import wasm from "vite-plugin-wasm";
import { ROOT } from "../scripts/settings.ts";
import { BENCH_DIR } from "./servers.mjs";
import { zodConstants } from "./zod-rules.mjs";

/**
 * What `rules-in-engine.js` offers, in whichever engine.
 *
 * @typedef {object} Engine
 * @property {(contender: string, form: object) => Promise<unknown>} validate
 * @property {(contender: string, form: object, milliseconds: number) => Promise<number>} measure
 */

/**
 * Both contenders as one script, as the app's bundler makes it. The WebAssembly is in it, so that it
 * runs in Node and in a page alike.
 *
 * @param {string} name
 * @param {string} pkg the package of the product's rules
 * @param {string[]} [phrases] of the peer, where they are not the product's
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
