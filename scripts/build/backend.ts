/** The server's program. */
import path from "node:path";
import { TARGET_DIR } from "../settings.ts";
import { cargo, development } from "./cargo.ts";

/** Each profile's folder and cargo arguments. */
const PROFILES = {
  // For `npm start`: a fast server that links quickly.
  release: { folder: "release", args: ["build", "--package=backend", "--release"] },
  // For benchmarks and production: the fastest server.
  dist: { folder: "dist", args: ["build", "--package=backend", "--profile=dist"] },
  // For `npm run bundle`: `dist` with the built pages inside.
  bundle: {
    folder: "dist",
    args: ["build", "--package=backend", "--profile=dist", "--features=embedded-site"],
  },
  // For `npm run dev` and `npm test`. The workspace with a test has the same features as `cargo
  // test`; otherwise each build would undo the other.
  dev: { folder: "debug", args: ["build", "--workspace", "--bin=backend", "--test=rules"] },
};

export type Profile = keyof typeof PROFILES;

/** Returns the path of the server's program. */
export function backendProgram(profile: Profile) {
  return path.join(TARGET_DIR, PROFILES[profile].folder, "backend");
}

/** The server that `npm test` has built, if `npm test` runs the command. */
const TESTED = process.env.TEST_BACKEND;

/** The server as `npm start` runs it. */
export const BACKEND = TESTED ?? backendProgram("release");

/** Builds the server. Returns "unchanged" if cargo compiled nothing. */
export async function buildBackend(profile: Profile = "release") {
  if (TESTED) return "unchanged";
  const env = profile === "dev" ? development() : {};
  const said = await cargo(PROFILES[profile].args, { log: `backend-${profile}`, env });
  return said.includes("Compiling") ? undefined : "unchanged";
}
