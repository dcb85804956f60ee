/** Commands in PATH. */
import { spawnSync } from "node:child_process";

/**
 * Where a command is found in PATH, if it is there.
 *
 * @param {string} name
 */
export function findCommand(name) {
  const { stdout } = spawnSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" });
  return stdout.trim() || undefined;
}
