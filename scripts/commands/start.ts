/** `npm start`: from a fresh clone, or from yesterday's, to the site being served. */
import { startBackend } from "../backend-server.ts";
import { BACKEND } from "../build/backend.ts";
import { productSteps } from "../build/product.ts";
import { requireFreePort } from "../port.ts";
import { openSiteDatabase } from "../postgres.ts";
import { report, UserError, untilInterrupted } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";

export default async function start() {
  const port = await requireFreePort("npm start");
  const { postgres: database } = await sideBySide({
    ...productSteps(),
    postgres: openSiteDatabase,
  });

  // What the server says while it starts waits until this script has said where things are.
  const held: string[] = [];
  let print = (line: string) => void held.push(line);
  const backend = await step("server", () =>
    startBackend({
      program: BACKEND,
      env: { DATABASE_URL: database.url },
      onLine: (line) => print(line),
    }),
  );

  report(`
  The site   http://localhost:${port}
  Leads      npm run leads   (kept in ${database.place})
  Stop       Ctrl-C
`);
  print = (line) => void process.stdout.write(`${line}\n`);
  held.forEach(print);

  const ended = await Promise.race([
    untilInterrupted(),
    backend.ended.then(() => "server"),
    database.ended.then(() => "embedded Postgres"),
  ]);
  if (ended)
    throw new UserError(
      `The ${ended} ended by itself; its last lines stand above or in target/logs.`,
    );
}
