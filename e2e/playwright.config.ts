import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS } from "./product.ts";

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  workers: "100%",
  forbidOnly: true,
  retries: 0,
  projects: [
    { name: "chromium", testIgnore: "engines/**" },
    // By WebDriver: Playwright's own WebKit and Firefox are no packages.
    { name: "webkit", testDir: "engines" },
    { name: "firefox", testDir: "engines" },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 390, height: 844 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      args: CHROMIUM_FLAGS,
    },
  },
});
