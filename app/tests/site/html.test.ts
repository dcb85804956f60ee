import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtFiles, folder } from "./built-site";

const checker = fileURLToPath(import.meta.resolve("vnu-jar/build/dist/vnu.jar"));

// The timeout allows for a busy machine: Java compiles the checker while it runs.
test("the W3C's checker finds no error on any page", { timeout: 120_000 }, ({ skip }) => {
  const { JAVA, JAVA_MISSING } = process.env;
  if (!JAVA) return skip(JAVA_MISSING);
  const pages = builtFiles(".html");
  expect(pages).not.toEqual([]);
  const { status, stderr } = spawnSync(JAVA, ["-jar", checker, "--errors-only", ...pages], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
