/** Debian's Postgres, for the programs that the embedded one lacks: pg_basebackup, pg_dump, pg_restore. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { UserError } from "../scripts/process-lifecycle.ts";
import { requireCommand } from "../scripts/setup/debian.ts";

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
