/** Measures the time from the form's first focus to the first verdict on a phone, against zod. */
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";
import { build } from "vite";
import { buildProduct } from "../scripts/build/product.ts";
import { PAGE_SETTINGS } from "../scripts/build/web.ts";
import { run } from "../scripts/command.ts";
import { step } from "../scripts/progress.ts";
import { ROOT, SITE_DIR } from "../scripts/settings.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../scripts/setup/chromium.ts";
import { onNewDatabase } from "./databases.mjs";
import { compareMeasurements, OURS } from "./report.mjs";
import { BENCH_DIR, migrate, PROFILE, startBackend } from "./servers.mjs";
import { peerVersions, setUpPeer } from "./tools.mjs";
import { ZOD_RULES, zodConstants } from "./zod-rules.mjs";

/** Lighthouse's phone on slow 4G, with throttling by the browser. */
const PHONE = {
  cpuSlowdown: 4,
  network: {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1474.56 * 1024) / 8,
    uploadThroughput: (675 * 1024) / 8,
  },
};

/** Values that are filled in at once, as autofill does; the email is on the block list. */
const VALUES = {
  firstName: "Jane",
  lastName: "Miller",
  phone: "404-555-0123",
  email: "jane@spam.example",
  address: "12 Oak Street",
  service: "Tree Removal",
};

/** The expected verdict. */
const REJECTION = "Invalid email address";

/** Longer than all of the form's timeouts together. */
const TIMEOUT_MS = 60_000;

/** @type {import("./run.mjs").Part} */
export async function verdict({ rounds }) {
  await setUpPeer("zod");
  await buildProduct(PROFILE);
  const siteWithZod = path.join(BENCH_DIR, "site-with-zod");
  await step("site with zod", () => buildSiteWithZod(siteWithZod));
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const what = "first focus to first verdict, phone";
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  await onNewDatabase(migrate, async (databaseUrl) => {
    for (let round = 1; round <= rounds; round += 1) {
      for (const [contender, folder] of Object.entries({ [OURS]: SITE_DIR, zod: siteWithZod })) {
        await step(`${round}. form, ${contender}`, async () => {
          const server = await startBackend(databaseUrl, { SITE_DIR: folder });
          const { milliseconds, rejection } = await fillIn(browser, `${server.url}/contact`);
          await server.stop();
          measurements.push({ what, contender, round, figures: { milliseconds } });
          if (rejection !== REJECTION) errors += 1;
        });
      }
    }
  });
  return {
    comparisons: [
      compareMeasurements(measurements, {
        ...{ what, figure: "milliseconds", unit: "ms" },
        ...{ peer: "zod", aim: { most: 1 }, essential: true },
      }),
    ],
    versions: { chromium: browser.version(), ...peerVersions("zod") },
    measurements,
    errors,
  };
}

/**
 * Builds the site with zod instead of the rules package.
 *
 * @param {string} folder
 */
async function buildSiteWithZod(folder) {
  const app = path.join(ROOT, "app");
  Object.assign(process.env, PAGE_SETTINGS);
  await build({
    root: app,
    configFile: path.join(app, "vite.config.ts"),
    logLevel: "error",
    define: zodConstants(),
    resolve: {
      alias: [
        { find: /^validator-wasm$/, replacement: ZOD_RULES },
        // zod needs no WebAssembly module.
        {
          find: /^validator-wasm\/.*\?url$/,
          replacement: "data:text/javascript,export default 'data:,'",
        },
      ],
    },
    build: { outDir: folder, emptyOutDir: true },
  });
  const compress = path.join(ROOT, "browser", "precompress.ts");
  await run(process.execPath, [compress, folder], { log: "bench-precompress" });
}

/**
 * Focuses the form's first field, fills in the form, and sends it at once.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 */
async function fillIn(browser, url) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const events = [];
  page.on("console", (message) => events.push(message.text()));
  page.on("request", (request) => events.push(`requested ${request.url()}`));
  page.on("requestfinished", (request) => events.push(`loaded ${request.url()}`));
  page.on("requestfailed", (request) => events.push(`failed to load ${request.url()}`));
  const tooLate = async () => {
    await delay(TIMEOUT_MS, undefined, { ref: false });
    throw new Error(`The form showed no verdict within a minute:\n${events.join("\n")}`);
  };
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", PHONE.network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: PHONE.cpuSlowdown });
  await page.goto(url, { waitUntil: "networkidle" });
  const filledIn = page.evaluate(async (values) => {
    const form = /** @type {HTMLFormElement} */ (document.getElementById("estimate-form"));
    const title = () =>
      form.querySelector("[data-notice]:not([hidden]) [data-notice-title]")?.textContent;
    const shown = new Promise((resolve) => {
      const watch = { subtree: true, childList: true, attributes: true };
      new MutationObserver(() => title() && resolve(undefined)).observe(form, watch);
    });
    /** @param {string} name */
    const control = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    performance.mark("focus");
    control("firstName").focus();
    for (const [name, value] of Object.entries(values)) control(name).value = value;
    form.requestSubmit();
    await shown;
    const { duration } = performance.measure("verdict", "focus");
    return { milliseconds: duration, rejection: title() };
  }, VALUES);
  const answer = await Promise.race([filledIn, tooLate()]);
  await context.close();
  return answer;
}
