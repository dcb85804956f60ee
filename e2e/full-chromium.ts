/** The product's scripts that the tests use: to start it, and for its browser. */
export { stopStep } from "../scripts/process-lifecycle.ts";
export { startService } from "../scripts/service.ts";
export { CHROMIUM_FLAGS } from "../scripts/setup/chromium.ts";
export { startSite } from "../scripts/test-site.ts";

/** The path of a full Chromium, for features that the headless shell lacks. */
export const CHROMIUM_PATH = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
