import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS } from "../scripts/setup/chromium.ts";
import { CHROMIUM_PATH } from "./full-chromium.ts";

/**
 * The features that Chromium disables. Chromium reads only the last `--disable-features`, so the first lines
 * repeat Playwright's own (`chromiumSwitches.ts`) for this system.
 */
const DISABLED_FEATURES = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"],
  ...["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter"],
  ...["PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  // Popups of the address bar: two invisible pages that load in each test's context and take as
  // much time as the tests.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  // The default is half of the cores.
  workers: "100%",
  forbidOnly: true,
  retries: 0,
  // A test that passes waits for no timeout, so these are long enough for any machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Each has an output folder of its own: a run empties it, while another project's runs.
  projects: [
    { name: "chromium", testIgnore: "engines/**", outputDir: "test-results/chromium" },
    // Through WebDriver, since Playwright's own WebKit and Firefox aren't packages. One worker
    // each, which starts its browser once.
    ...["webkit", "firefox"].map((name) => ({
      name,
      testDir: "engines",
      workers: 1,
      outputDir: `test-results/${name}`,
    })),
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 390, height: 844 },
    // Snapshots would take a tenth of the time of all tests, and screenshots of each step another one.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH || CHROMIUM_PATH,
      args: [...CHROMIUM_FLAGS, `--disable-features=${DISABLED_FEATURES.join(",")}`],
    },
  },
});
