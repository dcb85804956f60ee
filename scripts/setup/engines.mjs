/**
 * WebKit (WebKitGTK) and Firefox, each with its WebDriver server. Tests run there beside Chromium:
 * what is missing is installed where that is possible, and tests are skipped where it is not.
 */
import { findCommand } from "../command.mjs";
import { Refusal } from "../lifetime.mjs";
import { report, step } from "../progress.mjs";
import { setUpTool } from "./cargo-tools.mjs";
import { canInstallPackages, installPackages } from "./debian.mjs";

const GECKODRIVER_VERSION = "0.37.1";

/**
 * Answers where the WebDriver servers are, or why there is none: `WEBKIT_DRIVER` or `WEBKIT_MISSING`,
 * and the same for `FIREFOX`. `app/e2e/engines/driver.ts` reads them from its environment.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function setUpEngines() {
  return { ...(await setUpEngine("webkit", webKit)), ...(await setUpEngine("firefox", firefox)) };
}

/**
 * @param {string} name
 * @param {() => Promise<string>} setUpDriver
 */
async function setUpEngine(name, setUpDriver) {
  try {
    return { [`${name.toUpperCase()}_DRIVER`]: await setUpDriver() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [reason] = error.message.split("\n");
    report(`  – the tests in ${name} are skipped: ${reason}`);
    return { [`${name.toUpperCase()}_MISSING`]: reason };
  }
}

/** @returns {Promise<string>} the path of WebKitGTK's WebDriver server */
async function webKit() {
  await requireCommand("Xvfb", "xvfb");
  return requireCommand("WebKitWebDriver", "webkit2gtk-driver");
}

/** @returns {Promise<string>} the path of Firefox's WebDriver server */
async function firefox() {
  await requireCommand("firefox", "firefox-esr");
  const found = findCommand("geckodriver");
  if (found) return found;
  return `${await setUpTool("geckodriver", "geckodriver", GECKODRIVER_VERSION)}/geckodriver`;
}

/**
 * @param {string} command
 * @param {string} debianPackage
 */
async function requireCommand(command, debianPackage) {
  const found = findCommand(command);
  if (found) return found;
  if (!canInstallPackages()) {
    throw new Refusal(
      `${command} is not in PATH (on Debian: \`apt-get install ${debianPackage}\`).`,
    );
  }
  await step(debianPackage, () => installPackages([debianPackage]));
  const installed = findCommand(command);
  if (!installed) throw new Refusal(`Debian's package ${debianPackage} brought no ${command}.`);
  return installed;
}
