/** Where tools are kept, by version: outside the checkout, so that the next clone finds them. */
import { homedir } from "node:os";
import path from "node:path";
import { SLUG } from "../settings.mjs";

export const TOOL_CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  SLUG,
);
