/** `npm start`: builds the site if necessary, and serves it. */
import { existsSync } from "node:fs";
import { startBackend } from "../backend-server.ts";
import { BACKEND } from "../build/backend.ts";
import { checkContent, productSteps } from "../build/product.ts";
import { requireFreePort } from "../port.ts";
import { openSiteDatabase } from "../postgres.ts";
import { report, UserError, untilInterrupted } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";
import { setting } from "../settings.ts";

/** The server's lines about its addresses, which this script prints itself. */
const ADDRESS = /^(listening|metrics) on /;

/** The parts of the server whose information is left out. */
const QUIET = "actix_server=warn,backend::database::migrations=warn";

export default async function start() {
  const port = await requireFreePort("npm start");
  await step("content", checkContent);
  if (!existsSync(BACKEND)) {
    report(
      "\n  The first start compiles the server, which takes minutes; the next ones take seconds.\n",
    );
  }
  const { postgres: database } = await sideBySide({
    ...productSteps(),
    postgres: openSiteDatabase,
  });

  // The server's warnings at startup are shown before the address, which ends the output.
  const held: string[] = [];
  let hold = true;
  const show = (line: string) => {
    if (ADDRESS.test(line)) return;
    if (!hold) process.stdout.write(`${line}\n`);
    else if (!/\bINFO\b/.test(line)) held.push(line);
  };
  const backend = await step("server", () =>
    startBackend({
      program: BACKEND,
      // At `info`, actix logs its number of threads, and the migrations that they are done.
      env: { DATABASE_URL: database.url, LOG: `${setting("LOG") ?? "info"},${QUIET}` },
      onLine: show,
    }),
  );

  hold = false;
  held.forEach(show);
  report(`
  The site   http://localhost:${port}
  Leads      npm run leads   (kept in ${database.place})
  Stop       Ctrl-C
`);

  const ended = await Promise.race([
    untilInterrupted(),
    backend.ended.then(() => "server ended by itself; its last lines stand above."),
    database.ended.then(() => `embedded Postgres ended by itself; see ${database.place}.log.`),
  ]);
  if (ended) throw new UserError(`The ${ended}`);
}
