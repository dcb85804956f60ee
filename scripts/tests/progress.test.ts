/** The progress of a build, with a cargo that only draws its bar. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { afterAll, expect, test } from "vitest";
import { ROOT, SLUG } from "../settings.ts";

const place = mkdtempSync(path.join(tmpdir(), `${SLUG}-progress-`));

afterAll(() => rmSync(place, { recursive: true }));

/** cargo's bar ends in a carriage return, and the next line replaces the bar. */
const SAID = String.raw`    Building [====>       ] 31/60: a, b(build)\r   Compiling c v1.0.0\n`;

/** Runs code that imports the scripts. */
function evaluate(code: string) {
  writeFileSync(path.join(place, "cargo"), `#!/bin/sh\nprintf '${SAID}'\n`);
  chmodSync(path.join(place, "cargo"), 0o755);
  const imports = `import { cargo } from "./build/cargo.ts";
    import { inParts, sideBySide, step } from "./progress.ts";`;
  return execa(process.execPath, ["--input-type=module", `--eval=${imports}${code}`], {
    cwd: path.join(ROOT, "scripts"),
    env: { PATH: `${place}:${process.env.PATH}` },
  });
}

test("the bar of cargo is no part of what it says", async () => {
  const code = `process.stdout.write(await cargo(["build"], { log: "test-progress" }));`;
  expect((await evaluate(code)).stdout).toBe("   Compiling c v1.0.0");
});

test("steps that are known beforehand have numbers, also when one is left out", async () => {
  const { stderr } = await evaluate(`await sideBySide({
    pages: () => inParts(["tool", "rules", "site"], async () => {
      await step("rules", async () => "17 KB");
      await step("site", async () => undefined);
    }),
  });`);
  expect(stderr).toMatch(/2 of 3: rules\n.*✔ 2 of 3: rules: 17 KB \[.*\n.*3 of 3: site/);
});
