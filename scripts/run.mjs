/**
 * Runs a command, which is a module's default function: `node scripts/run.mjs MODULE [arguments…]`. What a machine must have is
 * checked and the npm packages are installed first. This file and what it imports use nothing but
 * Node: the commands' libraries are not there yet on a fresh clone.
 */
import { statfsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { DISK_FULL, main, UserError } from "./process-lifecycle.mjs";
import { ROOT } from "./settings.mjs";
import { setUpNodeModules } from "./setup/node-modules.mjs";
import { requireRust } from "./setup/rust.mjs";

/** Room without which no build ends well, in bytes. */
const LEAST_ROOM = 300 * 2 ** 20;

const [module, ...args] = process.argv.slice(2);

await main(async () => {
  const { bavail, bsize } = statfsSync(ROOT);
  if (bavail * bsize < LEAST_ROOM) throw new UserError(DISK_FULL);
  requireRust();
  await setUpNodeModules();
  const command = await import(pathToFileURL(path.join(ROOT, module)).href);
  return command.default(args);
});
