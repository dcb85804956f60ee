import path from "node:path";
import { TARGET_DIR } from "../settings.ts";
import { cargo, development } from "./cargo.ts";

/** Each profile's folder and cargo arguments. */
const PROFILES = {
  // For everything on the developer's machine: a fast server that links quickly. `cargo test` reuses its crates.
  dev: { folder: "debug", args: ["build", "--package=backend"] },
  // For benchmarks and production: the fastest server.
  release: { folder: "release", args: ["build", "--package=backend", "--release"] },
  // For `npm run bundle`: `release` with the built pages inside.
  bundle: {
    folder: "release",
    args: ["build", "--package=backend", "--release", "--features=embedded-site"],
  },
};

export type Profile = keyof typeof PROFILES;

/** Returns the path of the server's program. */
export function backendProgram(profile: Profile) {
  return path.join(TARGET_DIR, PROFILES[profile].folder, "backend");
}

/** The server that `npm test` has built, if `npm test` runs the command. */
const TESTED = process.env.TEST_BACKEND;

/** The server as `npm start` runs it. */
export const BACKEND = TESTED ?? backendProgram("dev");

/** Builds the server. Returns "unchanged" if cargo compiled nothing. */
export async function buildBackend(profile: Profile = "dev") {
  if (TESTED) return "unchanged";
  const env = profile === "dev" ? development() : {};
  const said = await cargo(PROFILES[profile].args, { log: `backend-${profile}`, env });
  return said.includes("Compiling") ? undefined : "unchanged";
}
