/** The browser for the tests: one that is installed, else Debian's. */
import { existsSync } from "node:fs";
import { UserError } from "../process-lifecycle.ts";
import { requireCommand } from "./debian.ts";
import { findCommand } from "./find-command.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** How it is started: as root too, and without calls home. */
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

/** The path of a Chromium. */
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
