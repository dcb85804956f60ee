/** What every command needs before it can build. */
import { statfsSync } from "node:fs";
import { DISK_FULL, UserError } from "./process-lifecycle.mjs";
import { ROOT } from "./settings.mjs";
import { setUpNodeModules } from "./setup/node-modules.mjs";
import { requireRust } from "./setup/rust.mjs";

/** Room without which no build ends well, in bytes. */
const LEAST_ROOM = 300 * 2 ** 20;

/** Checks what must be there, and installs the npm packages. */
export async function setUp() {
  const { bavail, bsize } = statfsSync(ROOT);
  if (bavail * bsize < LEAST_ROOM) throw new UserError(DISK_FULL);
  await requireRust();
  await setUpNodeModules();
}
