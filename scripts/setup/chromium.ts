/** Chromium for tests and measurements: the installed one, otherwise Debian's. */
import { existsSync } from "node:fs";
import { UserError } from "../process-lifecycle.ts";
import { canInstallPackages, requireCommand } from "./debian.ts";
import { findCommand } from "./find-command.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Chromium's flags. They let it run as root, and stop its own requests. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A container has 64 MB of /dev/shm.
  "--disable-dev-shm-usage",
];

/** Returns the path of Chromium, and installs it if it is missing. */
export async function setUpChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new UserError(`There is no Chromium at CHROMIUM_PATH (${given}).`);
  }
  for (const name of NAMES) {
    const found = findCommand(name);
    if (found) return found;
  }
  return requireCommand("chromium", "chromium", " or set CHROMIUM_PATH");
}

const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * Returns the path of Chromium's headless shell, in which tests take two thirds of the time, or of Chromium where
 * the shell cannot be installed. The shell has no back-forward cache and no prerendering.
 */
export async function setUpHeadlessShell() {
  if (process.env.CHROMIUM_PATH || (!canInstallPackages() && !findCommand(HEADLESS_SHELL))) {
    return setUpChromium();
  }
  return requireCommand(HEADLESS_SHELL, HEADLESS_SHELL);
}
