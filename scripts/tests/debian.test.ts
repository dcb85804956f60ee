/** The installation of Debian packages, with an apt-get that only waits. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { afterAll, expect, test } from "vitest";
import { ROOT, SLUG } from "../settings.ts";

/** The time that a busy machine may take. */
const TIMEOUT_MS = 30_000;

const place = mkdtempSync(path.join(tmpdir(), `${SLUG}-debian-`));
const policy = path.join(place, "policy-rc.d");

afterAll(() => rmSync(place, { recursive: true }));

/** Begins an installation in a separate process. */
function install(aptGet: string) {
  const program = path.join(place, "apt-get");
  writeFileSync(program, `#!/bin/sh\n[ "$1" = update ] || ${aptGet}\n`);
  chmodSync(program, 0o755);
  const module = path.join(ROOT, "scripts", "setup", "debian.ts");
  const code = `import { installPackages } from ${JSON.stringify(module)};
    await installPackages(["a-package"], ${JSON.stringify(policy)});`;
  const options = { reject: false, env: { PATH: `${place}:${process.env.PATH}` } } as const;
  return execa(process.execPath, ["--input-type=module", `--eval=${code}`], options);
}

test("services are kept from starting while packages are installed, and no longer", {
  timeout: TIMEOUT_MS,
}, async () => {
  const seen = path.join(place, "seen");
  expect((await install(`cp "${policy}" "${seen}"`)).exitCode).toBe(0);
  expect(readFileSync(seen, "utf8")).toBe("#!/bin/sh\nexit 101\n");
  expect(existsSync(policy)).toBe(false);
});

test("the same after the script was killed", { timeout: TIMEOUT_MS }, async () => {
  const installing = install("sleep 60");
  await expect.poll(() => existsSync(policy), { timeout: TIMEOUT_MS }).toBe(true);
  installing.kill("SIGKILL");
  await installing;
  await expect.poll(() => existsSync(policy), { timeout: TIMEOUT_MS }).toBe(false);
});

test("a policy of the system's own stays", { timeout: TIMEOUT_MS }, async () => {
  writeFileSync(policy, "#!/bin/sh\nexit 0\n");
  expect((await install("true")).exitCode).toBe(0);
  expect(readFileSync(policy, "utf8")).toBe("#!/bin/sh\nexit 0\n");
});
