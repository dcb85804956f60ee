import { spawnSync } from "node:child_process";

/** Returns the path of a command in PATH, if it is there. */
export function findCommand(name: string) {
  const { stdout } = spawnSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" });
  return stdout.trim() || undefined;
}
