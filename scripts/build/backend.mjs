/** `target/release/backend`: the server. */
import path from "node:path";
import { step } from "../progress.mjs";
import { cargo, TARGET_DIR } from "./cargo.mjs";

/** The server as `npm start` runs it. */
export const BACKEND = path.join(TARGET_DIR, "release", "backend");

/** The server as `npm run dev` runs it: built faster, runs slower. */
export const DEVELOPMENT_BACKEND = path.join(TARGET_DIR, "debug", "backend");

/** Builds the server; cargo itself knows what changed. */
export async function buildBackend() {
  await step("backend", async () => {
    const said = await cargo(["build", "--release", "--package=backend"], { log: "backend" });
    return said.includes("Compiling") ? undefined : "unchanged";
  });
}

/** Builds the server for development. */
export async function buildDevelopmentBackend() {
  await step("backend", async () => {
    await cargo(["build", "--package=backend"], { log: "backend-development" });
  });
}
