import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS } from "../scripts/setup/chromium.mjs";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  projects: [
    { name: "chromium", testIgnore: "e2e/engines/**" },
    // By WebDriver: Playwright's own WebKit and Firefox are no packages.
    { name: "webkit", testDir: "e2e/engines" },
    { name: "firefox", testDir: "e2e/engines" },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 390, height: 844 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      args: CHROMIUM_FLAGS,
    },
  },
});
