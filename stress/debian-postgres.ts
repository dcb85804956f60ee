/** Debian's Postgres, for the programs that the embedded one lacks: pg_basebackup, pg_dump, pg_restore. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import getPort from "get-port";
import { run } from "../scripts/command.ts";
import { asOwner, makePostgresFolder, query } from "../scripts/postgres.ts";
import { atEnd, UserError } from "../scripts/process-lifecycle.ts";
import { startService } from "../scripts/service.ts";
import { LOG_DIR } from "../scripts/settings.ts";
import { requireCommand } from "../scripts/setup/debian.ts";
import { waitUntil } from "./audit/wait-until.ts";

/** Debian has a folder for each version here. */
const VERSIONS = "/usr/lib/postgresql";

/** Returns the folder of Debian's Postgres programs; installs them if needed. */
export async function findDebianPostgres() {
  const find = () =>
    (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
      .map((version) => path.join(VERSIONS, version, "bin"))
      .findLast((folder) => existsSync(path.join(folder, "postgres")));
  if (!find()) await requireCommand("pg_createcluster", "postgresql");
  const found = find();
  if (!found) throw new UserError("Debian's package postgresql brought no Postgres.");
  return found;
}

/** Starts a read-only streaming replica of a primary. */
export async function openReplica(primaryUrl: string, binDir: string) {
  const place = await makePostgresFolder("replica");
  const remove = () => rmSync(place, { recursive: true, force: true });
  const release = atEnd(remove);
  const folder = path.join(place, "cluster");
  const [program, ...args] = asOwner(place, path.join(binDir, "pg_basebackup"), [
    ...[`--dbname=${primaryUrl}`, `--pgdata=${folder}`],
    ...["--checkpoint=fast", "--write-recovery-conf"],
  ]);
  await run(program, args, { log: "replica-basebackup", cwd: place });

  const port = String(await getPort());
  const url = Object.assign(new URL(primaryUrl), { port }).href;
  const options = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  const [postgres, ...settings] = asOwner(folder, path.join(binDir, "postgres"), [
    ...["-D", folder, ...options.flatMap((value) => ["-c", value])],
  ]);
  mkdirSync(LOG_DIR, { recursive: true });
  const output = openSync(path.join(LOG_DIR, "replica.log"), "w");
  const service = startService(postgres, settings, { signal: "SIGINT", output });
  closeSync(output);
  await waitUntil("the replica accepts connections", 60, () =>
    query(url, "SELECT").then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      release();
      remove();
    },
  };
}
