import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from "./product.ts";

/**
 * The features of Chromium that are off. It reads the last list alone: the first lines are Playwright's
 * own (its `chromiumSwitches.ts`), as far as they concern Chromium on this system.
 */
const DISABLED_FEATURES = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"],
  ...["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter"],
  ...["PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  // The popups of the address bar: two pages that nobody sees, loaded in each context of a test. They
  // take as much time as the tests.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  // By default it would be half of the cores.
  workers: "100%",
  forbidOnly: true,
  retries: 0,
  projects: [
    { name: "chromium", testIgnore: "engines/**" },
    // By WebDriver: Playwright's own WebKit and Firefox are no packages. One worker each, which starts
    // its browser once.
    { name: "webkit", testDir: "engines", workers: 1 },
    { name: "firefox", testDir: "engines", workers: 1 },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 390, height: 844 },
    // `--last-failed --trace=on` records what failed.
    trace: "off",
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH || CHROMIUM_PATH,
      args: [...CHROMIUM_FLAGS, `--disable-features=${DISABLED_FEATURES.join(",")}`],
    },
  },
});
