import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Builder, type WebDriver } from "selenium-webdriver";
import { stopStep } from "../../scripts/process-lifecycle.ts";
import { startService } from "../../scripts/service.ts";
import { test as base, expect } from "../running-site.ts";

// Imports can't resolve this folder of CommonJS modules.
const { DriverService }: typeof import("selenium-webdriver/remote") = createRequire(
  import.meta.url,
)("selenium-webdriver/remote");

interface Engine {
  /** The WebDriver server's path, and why it is missing. `scripts/setup/optional-tools.ts` sets both. */
  program: string | undefined;
  missing: string | undefined;
  /** The server's arguments, besides the port. */
  args: string[];
  /** Whether it needs a display. */
  needsDisplay: boolean;
  /** Returns the capabilities to request. */
  capabilities(javaScriptEnabled: boolean): Record<string, unknown>;
}

/** The engines by their project names in `playwright.config.ts`. */
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
    // Chooses a free port.
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

/** A phone's upright window, or the smallest that the engine allows. */
const WINDOW = { width: 390, height: 844 };

/**
 * The time limit for starting a browser. WebKitGTK's sometimes doesn't respond at all before it shows a page;
 * then the test starts it once more and logs that.
 */
const START_LIMIT_MS = 30_000;

/** The browsers of one worker: one with JavaScript and one without, each started on first use. */
class Browsers {
  private readonly drivers = new Map<boolean, Promise<WebDriver>>();
  /** Stops the browsers and the processes that they need. */
  private readonly ends: [name: string, end: () => Promise<unknown>][] = [];

  constructor(private readonly engine: Engine) {}

  get(javaScriptEnabled: boolean): Promise<WebDriver> {
    const driver = this.drivers.get(javaScriptEnabled) ?? this.start(javaScriptEnabled);
    this.drivers.set(javaScriptEnabled, driver);
    return driver;
  }

  private async start(javaScriptEnabled: boolean): Promise<WebDriver> {
    const first = this.launch(javaScriptEnabled);
    const started = await Promise.race([first, setTimeout(START_LIMIT_MS)]);
    if (started) return started;
    // The promise rejects when its server is stopped.
    first.catch(() => {});
    console.warn(`A browser did not start within ${START_LIMIT_MS} ms: starting another one.`);
    return this.launch(javaScriptEnabled);
  }

  private async launch(javaScriptEnabled: boolean): Promise<WebDriver> {
    const { args, capabilities, needsDisplay, program = "" } = this.engine;
    const display = needsDisplay ? await startDisplay() : undefined;
    if (display) this.ends.unshift(["stopping the display", display.stop]);
    const service = new DriverService.Builder(program)
      .setLoopback(true)
      .addArguments(...args)
      .setEnvironment({
        ...process.env,
        ...(display && { DISPLAY: display.name }),
        // WebKitGTK's sandbox doesn't start as root.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      })
      .build();
    this.ends.unshift(["stopping the WebDriver server", () => service.kill()]);
    const driver = await new Builder()
      .usingServer(await service.start())
      .withCapabilities(capabilities(javaScriptEnabled))
      .build();
    this.ends.unshift(["closing the browser", () => driver.quit()]);
    return driver;
  }

  async stop(): Promise<void> {
    for (const [name, end] of this.ends) await stopStep(name, end());
  }
}

export const test = base.extend<{ driver: WebDriver }, { browsers: Browsers | undefined }>({
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use, { project }) => {
      const engine = engines[project.name];
      const browsers = engine?.program ? new Browsers(engine) : undefined;
      await use(browsers);
      await browsers?.stop();
    },
    { scope: "worker" },
  ],

  // Each test gets a new tab in a browser without data of earlier tests.
  driver: [
    async ({ browsers, javaScriptEnabled, site }, use, { project, skip }) => {
      skip(!browsers, engines[project.name]?.missing);
      if (!browsers) return;
      const driver = await browsers.get(javaScriptEnabled ?? true);
      const last = await driver.getWindowHandle();
      await driver.switchTo().newWindow("tab");
      const own = await driver.getWindowHandle();
      await driver.switchTo().window(last);
      await driver.close();
      await driver.switchTo().window(own);
      await driver.manage().window().setRect(WINDOW);
      // Cleared in the new tab: the old one may still be following a link of its test.
      await driver.get(`${site.url}/robots.txt`);
      await driver.manage().deleteAllCookies();
      await driver.executeScript("localStorage.clear()");
      await use(driver);
    },
    { timeout: 4 * START_LIMIT_MS },
  ],
});

export { expect };

/** Starts a virtual display. */
async function startDisplay() {
  const { output, stop } = startService("Xvfb", [
    ...["-displayfd", "1", "-nolisten", "tcp"],
    ...["-screen", "0", "1280x1024x24"],
  ]);
  // It prints the display's number when it is ready, among warnings about others.
  for await (const line of createInterface({ input: output as Readable })) {
    if (/^\d+$/.test(line)) return { name: `:${line}`, stop };
  }
  throw new Error("Xvfb did not start.");
}
