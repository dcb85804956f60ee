/**
 * Tools for some tests: WebKit (WebKitGTK) and Firefox, each with its WebDriver server, and Java
 * for the W3C's checker. Where no packages may be installed, the tests of a missing tool are skipped.
 */
import { UserError } from "../process-lifecycle.ts";
import { setUpTool } from "./cargo-tools.ts";
import { canInstallPackages, requireCommand } from "./debian.ts";
import { findCommand } from "./find-command.ts";

const GECKODRIVER_VERSION = "0.37.1";

/**
 * Sets up WebKit. Returns `WEBKIT_DRIVER`, the path of its WebDriver server, or
 * `WEBKIT_DRIVER_MISSING`, the reason why there is none. `e2e/engines/driver.ts` reads both.
 */
export function setUpWebKit() {
  return setUpOptional("WEBKIT_DRIVER", async () => {
    const [driver] = await Promise.all([
      requireCommand("WebKitWebDriver", "webkit2gtk-driver"),
      requireCommand("Xvfb", "xvfb"),
    ]);
    return driver;
  });
}

/** Sets up Firefox in the same way. Compiling its WebDriver server takes minutes. */
export function setUpFirefox() {
  return setUpOptional("FIREFOX_DRIVER", async () => {
    await requireCommand("firefox", "firefox-esr");
    return findCommand("geckodriver") ?? setUpTool("geckodriver", GECKODRIVER_VERSION);
  });
}

/** Sets up `JAVA` in the same way, for `app/tests/site/html.test.ts`. */
export function setUpJava() {
  return setUpOptional("JAVA", () => requireCommand("java", "default-jre-headless"));
}

async function setUpOptional(variable: string, setUp: () => Promise<string>) {
  try {
    return { [variable]: await setUp() };
  } catch (error) {
    if (!(error instanceof UserError) || canInstallPackages()) throw error;
    return { [`${variable}_MISSING`]: error.message.split("\n")[0] };
  }
}
