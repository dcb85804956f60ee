/** Measures what the owner's desk reads and shows with 10,000 leads of 50 events each, against one lead. */
import { chromium } from "playwright-core";
import { buildProduct } from "../scripts/build/product.ts";
import { query } from "../scripts/postgres.ts";
import { step } from "../scripts/progress.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../scripts/setup/chromium.ts";
import { onNewDatabase } from "./databases.mjs";
import { fillTable } from "./full-table.mjs";
import { compareMeasurements, medianOf, OURS } from "./report.mjs";
import { migrate, PROFILE, startBackend } from "./servers.mjs";

const PEER = "one lead";

/** The most leads. (The full table of the other parts has leads without events.) */
const LEADS = 10_000;

const TIMES = 30;

const OWNER = "owner@tree-care.example";

/** Leads of two years in all lists, with their events, past appointments, and for one of 50 a next one. */
const LIVED = `
  UPDATE site_forms SET created_at = now() - n * interval '100 minutes', changed_at = now() - n * interval '1 hour',
    events = 50, note = left(repeat('The gate code is 4711, and the dog bites. ', 30), 1200), answered_at = now(),
    status = CASE WHEN n % 50 = 0 THEN 'spam' ELSE (ARRAY['lost', 'quoted', 'won', 'won', 'called'])[1 + n % 5] END,
    next_at = CASE WHEN n % 10 IN (2, 6) THEN now() + (n % 1000 - 500) * interval '20 minutes' END
  FROM (SELECT id AS of, split_part(full_name, ' ', 3)::int AS n FROM site_forms) AS lead WHERE id = of;
  INSERT INTO desk_events (id, at, recorded_at, who, lead_id, kind, data)
  SELECT gen_random_uuid(), time, time, '${OWNER}', lead.id, kind,
    jsonb_build_object('seen', time - interval '1 minute') || CASE kind
      WHEN 'noted' THEN '{"text": "The gate code is 4711, and the dog bites."}'
      WHEN 'called' THEN '{"reached": true}'
      WHEN 'ended' THEN jsonb_build_object('appointment', appointment, 'how', 'done')
      ELSE jsonb_build_object('appointment', appointment, 'purpose', 'work', 'why', 'rain', 'crew', 'Eli',
        'from', time, 'to', time + interval '1 hour') END
  FROM site_forms AS lead, generate_series(1, 50) AS k,
    LATERAL (SELECT (ARRAY['noted', 'called', 'appointed', 'moved', 'ended'])[1 + k % 5] AS kind,
      created_at + k * interval '1 minute' AS time, md5(lead.id::text || k / 10)::uuid AS appointment) AS act;
  INSERT INTO appointments (lead_id, id, begins_at, ended, data)
  SELECT lead.id, appointment, begins, ended, jsonb_build_object('id', appointment, 'purpose', 'work', 'from', begins,
    'to', begins + interval '1 hour', 'crew', CASE WHEN phone < '404-5' THEN 'Eli' ELSE 'Jonah' END, 'ended', ended,
    'was', NULL, 'why', NULL, 'changes', 1, 'told', NULL, 'answer', NULL)
  FROM site_forms AS lead, generate_series(0, 5) AS k,
    LATERAL (SELECT md5(lead.id::text || k)::uuid AS appointment, CASE WHEN k < 5 THEN 'done' END AS ended,
      CASE WHEN k < 5 THEN created_at + k * interval '10 minutes'
        WHEN right(phone, 2) IN ('02', '52') THEN next_at END AS begins) AS it
  WHERE begins IS NOT NULL;
  UPDATE site_forms SET visit_at = next_at, visit_by = 'Eli' WHERE right(phone, 2) IN ('02', '52')`;

/** The requests by name. The desk reads a hundred leads at a time. @type {Record<string, string>} */
const REQUESTS = {
  now: "leads?limit=100&list=now",
  later: "leads?limit=100&list=later",
  done: "leads?limit=100&list=done",
  spam: "leads?limit=100&list=spam",
  visits: "leads?limit=100&list=visits",
  "search, a name": "leads?search=miller%201",
  "search, a word in all": "leads?search=gate%20code",
  changes: "changes",
  "changes of two days": `changes?since=${new Date(Date.now() - 48 * 3_600_000).toISOString()}`,
  "figures of 12 weeks": "figures?weeks=12",
  "figures of 52 weeks": "figures?weeks=52",
};

const VIEWS = ["now", "later", "done", "visits", "figures"];

/** @type {import("./run.mjs").Part} */
export async function desk({ fullTable }) {
  await buildProduct(PROFILE);
  const executablePath = await setUpChromium();
  await using browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  for (const contender of [OURS, PEER]) {
    const leads = contender === OURS ? Math.min(LEADS, fullTable || LEADS) : 1;
    /** @param {string} what @param {() => Promise<number>} run */
    const measure = async (what, run) => {
      // The first time fills caches, and loads a view's script.
      await run();
      const times = [];
      for (let time = 0; time < TIMES; time += 1) times.push(await run());
      const figures = { median: medianOf(times), worst: Math.max(...times) };
      measurements.push({ what, contender, round: 1, figures });
    };
    /** @param {string} databaseUrl */
    const fill = async (databaseUrl) => {
      await migrate(databaseUrl);
      await fillTable(databaseUrl, leads);
      await query(databaseUrl, LIVED);
      await query(databaseUrl, "VACUUM ANALYZE");
    };
    await onNewDatabase(fill, (databaseUrl) =>
      step(`desk, ${leads} leads with 50 events each`, async () => {
        const { url, stop } = await startBackend(databaseUrl, { DESK_EMAILS: OWNER });
        const link = `INSERT INTO desk_links (token_hash, address) VALUES (sha256('token'), '${OWNER}')`;
        await query(databaseUrl, link);
        const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
        const sent = { data: { token: "token" }, headers: { origin: url } };
        await page.request.post(`${url}/api/desk/session`, sent);
        await measureRequests(page.request, `${url}/api/desk/`, measure);
        await page.addInitScript((email) => localStorage.setItem("desk:person", email), OWNER);
        await page.goto(`${url}/desk`);
        await measureViews(page, measure);
        await page.context().close();
        await stop();
      }),
    );
  }
  const comparisons = [...new Set(measurements.map(({ what }) => what))].flatMap((what) =>
    ["median", "worst"].map((figure) =>
      compareMeasurements(measurements, {
        ...{ what, label: `${what}, ${figure} of ${TIMES}`, figure, unit: "ms", peer: PEER },
        aim: { mostOurs: 100 },
      }),
    ),
  );
  return { comparisons, versions: { chromium: browser.version() }, measurements, errors: 0 };
}

/** @typedef {(what: string, run: () => Promise<number>) => Promise<void>} Measure */

/** @param {import("playwright-core").APIRequestContext} request @param {string} url @param {Measure} measure */
async function measureRequests(request, url, measure) {
  /** @type {any} */
  let result;
  /** @param {string} what @param {string} path */
  const read = (what, path) =>
    measure(what, async () => {
      const started = performance.now();
      const response = await request.get(url + path);
      if (!response.ok()) throw new Error(`${path}: ${response.status()}`);
      result = await response.json();
      return performance.now() - started;
    });
  for (const [what, path] of Object.entries(REQUESTS)) {
    await read(what, path);
    // One lead has no later page.
    const later = result.next ? `${path}&after=${result.next}` : path;
    if (path.startsWith("leads")) await read(`${what}, a later page`, later);
    if (what === "done") await read("a lead with its events", `leads/${result.leads[0].id}`);
  }
}

/** @param {import("playwright-core").Page} page @param {Measure} measure */
async function measureViews(page, measure) {
  const devTools = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await devTools.send("Emulation.setCPUThrottlingRate", { rate });
    for (const view of VIEWS) {
      const what = `${view}, tap to paint${rate > 1 ? `, CPU ${rate} times slower` : ""}`;
      await measure(what, () => page.evaluate(openView, view));
    }
  }
}

/** Opens a view, and returns the milliseconds until its list is painted. The page runs it. @param {string} view */
async function openView(view) {
  /** @param {string} hash @param {string} content */
  const open = async (hash, content) => {
    location.hash = hash;
    do await new Promise(requestAnimationFrame);
    while (
      document.querySelector(".list h1")?.textContent?.toLowerCase() !== hash ||
      !document.querySelector(`.list :is(${content})`)
    );
  };
  await open("more", "a");
  const started = performance.now();
  // Rows, a statistic, or the text of an empty list.
  await open(view, ".row, figure, p.m-auto");
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - started;
}
