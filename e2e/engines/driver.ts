import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Builder, type WebDriver } from "selenium-webdriver";
import { startService } from "../product.ts";
import { test as base, expect } from "../running-site.ts";

// A folder of CommonJS, which no import finds.
const { DriverService }: typeof import("selenium-webdriver/remote") = createRequire(
  import.meta.url,
)("selenium-webdriver/remote");

interface Engine {
  /** The path of its WebDriver server, and why there is none. `scripts/setup/optional-tools.ts` sets both. */
  program: string | undefined;
  missing: string | undefined;
  /** What the server is started with, beside its port. */
  args: string[];
  /** Whether it runs on a screen only. */
  needsDisplay: boolean;
  /** What its WebDriver server is asked for. */
  capabilities(javaScriptEnabled: boolean): Record<string, unknown>;
}

/** The engines, by the names of the projects in `playwright.config.ts`. */
const engines: Record<string, Engine> = {
  webkit: {
    program: process.env.WEBKIT_DRIVER,
    missing: process.env.WEBKIT_DRIVER_MISSING,
    args: [],
    needsDisplay: true,
    capabilities: (javaScriptEnabled) => ({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": {
        args: ["--automation", `--enable-javascript=${javaScriptEnabled}`],
      },
    }),
  },
  firefox: {
    program: process.env.FIREFOX_DRIVER,
    missing: process.env.FIREFOX_DRIVER_MISSING,
    // A free one: the usual one may belong to the test beside this one.
    args: ["--websocket-port=0"],
    needsDisplay: false,
    capabilities: (javaScriptEnabled) => ({
      browserName: "firefox",
      "moz:firefoxOptions": {
        args: ["-headless"],
        prefs: { "javascript.enabled": javaScriptEnabled },
      },
    }),
  },
};

/** The width of a phone held upright, or the least that the engine's window has. */
const WINDOW = { width: 390, height: 844 };

export const test = base.extend<{ driver: WebDriver }>({
  // A browser of its own for each test: nothing is left of the one before.
  driver: async ({ javaScriptEnabled }, use, testInfo) => {
    const engine = engines[testInfo.project.name];
    testInfo.skip(!engine?.program, engine?.missing);
    if (!engine?.program) return;
    const display = engine.needsDisplay ? await startDisplay() : undefined;
    const service = new DriverService.Builder(engine.program)
      .setLoopback(true)
      .addArguments(...engine.args)
      .setEnvironment({
        ...process.env,
        ...(display && { DISPLAY: display.name }),
        // WebKitGTK's sandbox does not start as root.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      })
      .build();
    try {
      const driver = await new Builder()
        .usingServer(await service.start())
        .withCapabilities(engine.capabilities(javaScriptEnabled ?? true))
        .build();
      try {
        await driver.manage().window().setRect(WINDOW);
        await use(driver);
      } finally {
        await driver.quit();
      }
    } finally {
      await service.kill();
      await display?.stop();
    }
  },
});

export { expect };

/** Starts a screen that nobody sees. */
async function startDisplay() {
  const { output, stop } = startService("Xvfb", [
    ...["-displayfd", "1", "-nolisten", "tcp"],
    ...["-screen", "0", "1280x1024x24"],
  ]);
  // It says the number of the display when it is there, among complaints about others.
  for await (const line of createInterface({ input: output as Readable })) {
    if (/^\d+$/.test(line)) return { name: `:${line}`, stop };
  }
  throw new Error("Xvfb did not start.");
}
