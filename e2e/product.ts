/** What the tests use of the product's own scripts: how it is started, and its browser. */
export { startSite } from "../scripts/product.ts";
export { startService } from "../scripts/service.ts";
export { CHROMIUM_FLAGS, setUpChromium } from "../scripts/setup/chromium.ts";

/** The path of a whole Chromium, for what the headless shell lacks. */
export const CHROMIUM_PATH = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
