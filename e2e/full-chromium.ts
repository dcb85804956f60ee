/** The path of a full Chromium, for features that the headless shell lacks. */
export const CHROMIUM_PATH = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
