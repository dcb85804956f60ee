/** Where tools are kept. Like `run.mjs`, which also looks there, this runs on the machine's own Node. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ROOT } from "./requirements.mjs";

/** The folder of the tools, each in a folder of its version. The next clone finds them too. */
export const TOOL_CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).name,
);
