import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { Client } from "pg";
import { stopStep } from "../scripts/process-lifecycle.ts";
import { startSite } from "../scripts/test-site.ts";

/** All visitors of a worker's tests have one address. */
const WIDE_LIMITS = {
  LEADS_PER_ADDRESS_PER_HOUR: "10000",
  MAILS_PER_ADDRESS_PER_HOUR: "10000",
  CLICKS_PER_ADDRESS_PER_HOUR: "10000",
};

/** A row of `site_forms`. */
export type LeadRow = Record<string, string | null>;

/** Returns a visitor's full name, by which their leads and mails are found. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

/** A running site with its own database, and access to its data. */
export class RunningSite {
  private client: Promise<Client> | undefined;

  constructor(private readonly site: Awaited<ReturnType<typeof startSite>>) {}

  static async start(env?: Record<string, string>): Promise<RunningSite> {
    return new RunningSite(await startSite({ ...WIDE_LIMITS, ...env }));
  }

  get url(): string {
    return this.site.url;
  }

  async sql(query: string, values: unknown[] = []): Promise<LeadRow[]> {
    this.client ??= connect(this.site.databaseUrl);
    return (await (await this.client).query<LeadRow>(query, values)).rows;
  }

  /** Runs a command of the backend; returns its output. */
  command(...args: string[]): Promise<string> {
    return this.site.command(...args);
  }

  /** Returns the leads of the visitor with this name. */
  leadsOf(fullName: string): Promise<LeadRow[]> {
    return this.sql("SELECT * FROM site_forms WHERE full_name = $1", [fullName]);
  }

  /** Returns the leads of the visitor with this name, once the server has nothing more to save. */
  async settledLeadsOf(fullName: string): Promise<LeadRow[]> {
    await this.idle();
    return this.leadsOf(fullName);
  }

  /** Returns the clicks on a call button in a session, once the server has nothing more to save. */
  async settledClicksOf(session: string): Promise<LeadRow[]> {
    await this.idle();
    return this.sql("SELECT * FROM phone_clicks WHERE session_id = $1", [session]);
  }

  /** Waits until the server has saved, counted, and sent everything that is due. */
  async idle(): Promise<void> {
    // The response is empty if nothing is pending, and otherwise says what is.
    const pending = async () => (await fetch(new URL("/idle", this.site.metricsUrl))).text();
    await expect.poll(pending, { intervals: [20] }).toBe("");
  }

  /** Returns the mails that contain this name or address, once all that are due are sent. */
  async mailsAbout(fullName: string): Promise<string[]> {
    await this.idle();
    return this.mailsSoFar(fullName);
  }

  /** Expects one lead and one mail of the visitor with this name, once the server has nothing more to do. */
  async expectOnce(fullName: string): Promise<void> {
    expect(await this.settledLeadsOf(fullName)).toHaveLength(1);
    expect(this.mailsSoFar(fullName)).toHaveLength(1);
  }

  /** Expects no lead and no mail of the visitor with this name, once the server has nothing more to do. */
  async expectNothing(fullName: string): Promise<void> {
    expect(await this.settledLeadsOf(fullName)).toEqual([]);
    expect(this.mailsSoFar(fullName)).toEqual([]);
  }

  /** Returns the mails so far that contain this name or address. */
  mailsSoFar(fullName: string): string[] {
    if (!existsSync(this.outbox)) return [];
    return readdirSync(this.outbox)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(path.join(this.outbox, file), "utf8"))
      .filter((mail) => mail.includes(fullName));
  }

  private get outbox(): string {
    return path.join(this.site.dataDir, "outbox");
  }

  async stop(): Promise<void> {
    if (this.client) await stopStep("closing the connection", (await this.client).end());
    await this.site.stop();
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

interface Fixtures {
  /** Errors that the console may show; any other one fails the test. */
  expectedConsoleErrors: RegExp | undefined;
  /** A name that no other test uses. */
  visitorName: { firstName: string; lastName: string };
}

interface WorkerFixtures {
  site: RunningSite;
  /** The settings of `site` that differ from `.env.example`. */
  siteSettings: Record<string, string>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  siteSettings: [{}, { option: true, scope: "worker" }],

  site: [
    async ({ siteSettings }, use) => {
      const site = await RunningSite.start(siteSettings);
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  expectedConsoleErrors: [undefined, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
  visitorName: async ({}, use, { testId }) => {
    await use({ firstName: "Robin", lastName: `Alder ${testId.slice(-10)}` });
  },

  page: async ({ page, expectedConsoleErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (!expectedConsoleErrors?.test(text)) unexpected.push(text);
    };
    page.on("pageerror", (error) => note(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") note(message.text());
    });
    // `page.clock` moves the timers of a page, and not the one of a signal.
    await page.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), ms);
        return controller.signal;
      };
    });
    await use(page);
    // The page may ask once more while the test ends, which fails a route that waits for the server.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(unexpected, "errors in the console").toEqual([]);
  },
});

export { expect };
