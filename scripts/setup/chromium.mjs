/** The browser for the tests: one that is installed, else Debian's. */
import { existsSync } from "node:fs";
import { findCommand } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { canInstallPackages, installPackages } from "./debian.mjs";

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
];

/** @returns {Promise<string>} the path of a Chromium */
export async function setUpChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new UserError(`There is no Chromium at CHROMIUM_PATH (${given}).`);
  }
  const found = find();
  if (found) return found;
  if (!canInstallPackages()) {
    throw new UserError(
      "The browser tests need Chromium: install it (on Debian `apt-get install chromium`), or set CHROMIUM_PATH.",
    );
  }
  await step("chromium", () => installPackages(["chromium"]));
  const installed = find();
  if (!installed)
    throw new UserError("Debian's package chromium brought no browser: set CHROMIUM_PATH.");
  return installed;
}

function find() {
  for (const name of NAMES) {
    const found = findCommand(name);
    if (found) return found;
  }
  return undefined;
}
