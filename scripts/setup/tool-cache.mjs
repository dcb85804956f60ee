/** The cache of tools. Like `run.mjs`, this runs on the machine's Node. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ROOT } from "./requirements.mjs";

/** The folder of the tools, which all clones share. Each version has its own folder. */
export const TOOL_CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).name,
);
