import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { test as base, expect } from "@playwright/test";
import { Client } from "pg";
import { startSite } from "./product.ts";

const HOUR_MS = 3_600_000;

/** The longest time that a test of the rate limit takes on a slow machine. */
const LONGEST_TEST_MS = 15_000;

/** A row of `site_forms`. */
export type LeadRow = Record<string, string | null>;

/** A running site with its own database, and access to its data. */
export class RunningSite {
  private client: Promise<Client> | undefined;

  constructor(private readonly site: Awaited<ReturnType<typeof startSite>>) {}

  static async start(env?: Record<string, string>): Promise<RunningSite> {
    return new RunningSite(await startSite(env));
  }

  /** Starts a site whose rate limit for this address is used up. */
  static async startAtRateLimit(): Promise<RunningSite> {
    const site = await RunningSite.start({ LEADS_PER_ADDRESS_PER_HOUR: "1" });
    // The limit is per clock hour; if the hour ended during the test, so would the limit.
    const leftOfHourMs = HOUR_MS - (Date.now() % HOUR_MS);
    if (leftOfHourMs < LONGEST_TEST_MS) await delay(leftOfHourMs);
    const taken = await fetch(`${site.url}/contact`, {
      method: "POST",
      body: new URLSearchParams({
        firstName: "Sam",
        lastName: "Birch",
        phone: "404-555-0188",
        email: "",
        address: "4 Beech Lane, Decatur, GA",
        service: "Tree Removal",
        urgency: "routine",
        message: "",
      }),
    });
    expect(taken.url).toMatch(/\?sent$/);
    return site;
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

  /**
   * Returns the mails that name this visitor. The backend responds before it mails, so this waits until each
   * lead has its own mail, whose file has the lead's id.
   */
  async mailsAbout(fullName: string): Promise<string[]> {
    for (const { id } of await this.leadsOf(fullName)) {
      await expect.poll(() => existsSync(path.join(this.outbox, `${id}.eml`))).toBe(true);
    }
    return this.mailsSoFar(fullName);
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
    await (await this.client)?.end();
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

export const test = base.extend<Fixtures, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      const site = await RunningSite.start();
      await use(site);
      await site.stop();
    },
    // A backend that does not stop is killed after 30 seconds, and reported with its log.
    { scope: "worker", timeout: 60_000 },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  expectedConsoleErrors: [undefined, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
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
    await use(page);
    expect(unexpected, "errors in the console").toEqual([]);
  },
});

export { expect };
