/** Measures the pages with brotli over persistent connections, against nginx with the same files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildProduct } from "../scripts/build/product.ts";
import { run } from "../scripts/command.ts";
import { freePort } from "../scripts/port.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { step } from "../scripts/progress.ts";
import { choosePages, MISSING_PAGE } from "../scripts/served-site.ts";
import { startService } from "../scripts/service.ts";
import { SITE_DIR } from "../scripts/settings.ts";
import { installPackages } from "../scripts/setup/debian.ts";
import { onNewDatabase } from "./databases.mjs";
import { requestPage } from "./load.mjs";
import { compareMeasurements, OURS } from "./report.mjs";
import { BENCH_DIR, migrate, PEERS, PROFILE, startBackend } from "./servers.mjs";
import { setUpCommands } from "./tools.mjs";

const BROTLI = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

const CONNECTIONS = 64;

/** Headers that nginx itself sends, or that differ between responses. */
const OWN_HEADERS =
  /^(connection|content-(encoding|length|type)|date|etag|last-modified|server|x-request-id)$/;

/** @type {import("./run.mjs").Part} */
export async function pages({ rounds, seconds, pages: many }) {
  await setUpCommands("wrk", "nginx");
  if (!existsSync(BROTLI)) await installPackages(["libnginx-mod-http-brotli-static"]);
  await buildProduct(PROFILE);
  const paths = choosePages([]).filter((page) => page !== MISSING_PAGE);
  // The contact page is always included, because the server renders it for each visitor.
  const measured = paths.slice(0, many - 1).concat("/contact");
  const chosen = [...new Set(many < paths.length ? measured : paths)];
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  await onNewDatabase(migrate, async (databaseUrl) => {
    const backend = await startBackend(databaseUrl);
    const nginx = await startNginx(backend.url, chosen);
    for (const page of chosen) errors += await countDifferences(backend.url, nginx.url, page);
    const load = { connections: CONNECTIONS, seconds: Math.ceil(seconds / 3) };
    for (let round = 1; round <= rounds; round += 1) {
      await step(`${round}. pages`, async () => {
        for (const page of chosen) {
          for (const [contender, { url }] of Object.entries({ [OURS]: backend, nginx })) {
            const { pagesPerSecond, errors: wrong } = await requestPage(url + page, load);
            measurements.push({ what: page, contender, round, figures: { pagesPerSecond } });
            errors += wrong;
          }
        }
      });
    }
    await nginx.stop();
    await backend.stop();
  });
  const version = await run("nginx", ["-v"], { log: "bench-nginx-version" });
  const comparisons = chosen.map((what) =>
    compareMeasurements(measurements, {
      ...{ what, unit: "pages/s", figure: "pagesPerSecond", peer: "nginx" },
      aim: { least: 1 },
    }),
  );
  const slowest = Math.min(...comparisons.map(({ ratio }) => ratio));
  return {
    comparisons: comparisons.map((one) => ({ ...one, essential: one.ratio === slowest })),
    versions: { nginx: version.trim() },
    measurements,
    errors,
  };
}

/**
 * Starts nginx with pages that have the same headers as another server's.
 *
 * @param {string} likeUrl
 * @param {string[]} paths
 */
async function startNginx(likeUrl, paths) {
  const locations = paths.map(async (page) => {
    const { headers } = await fetch(likeUrl + page);
    const added = [...headers]
      .filter(([name]) => !OWN_HEADERS.test(name))
      .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
    const file = path.posix.join(page, "index.html");
    return `location = ${page} { try_files ${file} =404; ${added.join(" ")} }`;
  });
  const folder = path.join(BENCH_DIR, "nginx");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const file = path.join(folder, "nginx.conf");
  const text = readFileSync(path.join(PEERS, "nginx", "nginx.conf"), "utf8")
    .replace(/PORT(?=;)/, String(port))
    .replace(/SITE(?=;)/, SITE_DIR)
    .replace(/PAGES$/m, (await Promise.all(locations)).join("\n        "));
  writeFileSync(file, text);
  // nginx's own account couldn't read root's home folder.
  const account = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const server = startService("nginx", ["-p", folder, "-c", file, ...account], {
    signal: "SIGQUIT",
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    const ended = await Promise.race([server.ended.then(() => true), delay(20)]);
    if (ended) throw new UserError(`nginx did not start: try \`nginx -t -c ${file}\`.`);
  }
  return { url, stop: server.stop };
}

/**
 * Returns 1 if the servers' responses differ, otherwise 0. The contact page contains a token.
 *
 * @param {string} ourUrl
 * @param {string} theirUrl
 * @param {string} page
 */
async function countDifferences(ourUrl, theirUrl, page) {
  const answers = await Promise.all(
    [ourUrl, theirUrl].map(async (url) => {
      const response = await fetch(url + page, { headers: { "Accept-Encoding": "br" } });
      const text = (await response.text()).replace(/<input[^>]*name="form_token"[^>]*>/, "");
      return [response.status, response.headers.get("content-encoding"), text].join("\n");
    }),
  );
  return answers[0].startsWith("200\nbr\n") && answers[0] === answers[1] ? 0 : 1;
}
