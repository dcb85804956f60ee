/** What the tests use of the product's own scripts: how it is started, and its browser. */
export { startSite } from "../scripts/product.ts";
export { startService } from "../scripts/service.ts";
export { CHROMIUM_FLAGS, setUpChromium } from "../scripts/setup/chromium.ts";
