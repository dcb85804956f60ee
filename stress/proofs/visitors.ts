/** Visitors ask once, by browsers and without JavaScript, while the database goes away and comes back. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { startMailServer } from "../../bench/mail-server.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntilFlushed } from "../audit/outbox.ts";
import { type Lead, nextLead } from "../load/lead.ts";
import type { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** How many visitors without JavaScript send their form when one with a browser presses the button. */
const WITHOUT_BROWSER = 4;

/** The number of browser pages at the same time. */
const PAGES = 6;

/** How long the database is away, in milliseconds. */
const AWAY = 4000;

/** The longest time to open and fill in the form on a busy machine, in milliseconds. */
const BUSY_MS = 120_000;

/** The longest time from a visitor's press to the confirmation, in milliseconds. */
const TIMEOUT_MS = 20_000;

interface Outage {
  name: string;
  url: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

export async function visitors({ random, rounds = 200 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  await using first = await startHost(postgres.url);
  await using second = await startHost(postgres.url);
  const hosts = new URL(postgres.url);
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const outages: Outage[] = [
    { name: "Postgres stops", url: postgres.url, begin: postgres.crash, end: postgres.start },
    {
      name: "one host of two freezes",
      url: postgres.url.replace(hosts.host, `${first.host},${second.host}`),
      begin: async () => first.freeze(),
      // It stays frozen until all visitors have an answer.
      end: async () => {},
    },
  ];
  const findings: Finding[] = [];
  for (const outage of outages) {
    findings.push(...(await visit(outage, postgres.url, browser, random, rounds)));
  }
  return findings;
}

async function visit(
  outage: Outage,
  databaseUrl: string,
  browser: Browser,
  random: Random,
  many: number,
) {
  await using mailServer = await startMailServer();
  await using server = await startServer("visitors", {
    DATABASE_URL: outage.url,
    SMTP_URL: mailServer.url,
  });
  const leads = Array.from({ length: many }, () => nextLead(random));
  const waiting = [...leads];
  const waits: number[] = [];
  const failures: unknown[] = [];
  const middle = Promise.withResolvers<void>();
  const visitGroups = async () => {
    for (let lead = waiting.shift(); lead; lead = waiting.shift()) {
      const others = waiting.splice(0, WITHOUT_BROWSER);
      const press = await openForm(browser, server, lead);
      const sends = [press(), ...others.map((other) => post(server, other))];
      for (const result of await Promise.allSettled(sends)) {
        if (result.status === "fulfilled") waits.push(result.value);
        else failures.push(result.reason);
      }
      if (waiting.length < many / 2) middle.resolve();
    }
  };
  const all = Promise.all(Array.from({ length: PAGES }, visitGroups));
  await middle.promise;
  await outage.begin();
  await delay(AWAY);
  await outage.end();
  await all;
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  await waitUntilFlushed(databaseUrl);

  const { rows } = await query(databaseUrl, "SELECT full_name FROM site_forms");
  const isOnce = (texts: string[], { name }: Lead) =>
    texts.filter((text) => text.includes(name)).length === 1;
  const saved = rows.map(({ full_name }) => full_name);
  const mailed = mailServer.accepted.map(({ subject }) => subject);
  return [
    exactly("visitors who read that their request is sent", many, waits.length, many),
    exactly("saved once", many, leads.filter((lead) => isOnce(saved, lead)).length, many),
    exactly("mailed once", many, leads.filter((lead) => isOnce(mailed, lead)).length, many),
    measured("longest wait, ms", many, Math.max(...waits)),
  ].map((finding) => ({ ...finding, what: `${outage.name}: ${finding.what}` }));
}

/** Fills in the form. Returns a function that presses the button once and measures the time until the confirmation. */
async function openForm(browser: Browser, { url }: Server, lead: Lead) {
  const context = await browser.newContext({
    extraHTTPHeaders: { "X-Forwarded-For": lead.address },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(BUSY_MS);
  await page.goto(`${url}/contact`);
  for (const [name, value] of Object.entries(fields(lead))) {
    const control = page.locator(`[name=${name}]`);
    if (name === "service") await control.selectOption(value);
    else await control.fill(value);
  }
  return async () => {
    const began = performance.now();
    await page.locator("#estimate-form [type=submit]").click();
    await page.locator("#confirmation").waitFor({ timeout: TIMEOUT_MS });
    const wait = performance.now() - began;
    await context.close();
    return wait;
  };
}

/** Sends the form as a browser without JavaScript does. Returns the time until the response. */
async function post({ url }: Server, lead: Lead) {
  const began = performance.now();
  const { status } = await fetch(`${url}/contact`, {
    method: "POST",
    headers: { "X-Forwarded-For": lead.address },
    body: new URLSearchParams(fields(lead)),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (status !== 303) throw new Error(`POST /contact: ${status}`);
  return performance.now() - began;
}

function fields({ name, row }: Lead) {
  const [firstName, lastName] = name.split(" ");
  const [, address] = /^Address: (.*)$/m.exec(row.message) ?? [];
  return {
    ...{ firstName, lastName, phone: row.phone, email: row.email },
    ...{ address, service: "Tree Removal", message: "The oak leans over the garage." },
  };
}

/** Starts a second way to Postgres, which can freeze: it still accepts, and never answers. */
async function startHost(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
      if (!frozen) from.pipe(to);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
