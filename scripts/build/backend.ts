/** The server's program. */
import path from "node:path";
import { TARGET_DIR } from "../settings.ts";
import { cargo, development } from "./cargo.ts";

/** What each profile of cargo's builds: its folder, and what to ask cargo for. */
const PROFILES = {
  // `npm start`: a fast server, and a link that does not take long.
  release: { folder: "release", args: ["build", "--package=backend", "--release"] },
  // The fastest server, for the benchmarks and for a machine that others visit.
  dist: { folder: "dist", args: ["build", "--package=backend", "--profile=dist"] },
  // That, with the built pages inside, for `npm run bundle`.
  bundle: {
    folder: "dist",
    args: ["build", "--package=backend", "--profile=dist", "--features=embedded-site"],
  },
  // `npm run dev` and `npm test`. With a test beside it, and for the whole workspace, its libraries
  // have the features that they have in `cargo test`: otherwise each build would undo the other.
  dev: { folder: "debug", args: ["build", "--workspace", "--bin=backend", "--test=rules"] },
};

export type Profile = keyof typeof PROFILES;

/** The path of the server's program. */
export function backendProgram(profile: Profile) {
  return path.join(TARGET_DIR, PROFILES[profile].folder, "backend");
}

/** The server that `npm test` has built, where it is `npm test` that runs a command. */
const TESTED = process.env.TEST_BACKEND;

/** The server as `npm start` runs it. */
export const BACKEND = TESTED ?? backendProgram("release");

/** Builds the server. Returns "unchanged" where cargo had nothing to do. */
export async function buildBackend(profile: Profile = "release") {
  if (TESTED) return "unchanged";
  const env = profile === "dev" ? development() : {};
  const said = await cargo(PROFILES[profile].args, { log: `backend-${profile}`, env });
  return said.includes("Compiling") ? undefined : "unchanged";
}
