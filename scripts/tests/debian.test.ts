/** The installation of Debian packages, with an apt-get that installs nothing. */
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { afterAll, expect, test } from "vitest";
import { ROOT, SLUG } from "../settings.ts";
import { findCommand } from "../setup/find-command.ts";

/** The time that a busy machine may take. */
const TIMEOUT_MS = 30_000;

const place = mkdtempSync(path.join(tmpdir(), `${SLUG}-debian-`));
const policy = path.join(place, "policy-rc.d");

afterAll(() => rmSync(place, { recursive: true }));

/** Begins installations in a separate process, by commands instead of `apt-get install` and `apt-get update`. */
function install(aptInstall: string, aptUpdate = "true", requests = [["a-package"]]) {
  const program = path.join(place, "apt-get");
  const script = `#!/bin/sh\nif [ "$1" = update ]; then ${aptUpdate}; else ${aptInstall}; fi\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const module = path.join(ROOT, "scripts", "setup", "debian.ts");
  const code = `import { installPackages } from ${JSON.stringify(module)};
    const policy = ${JSON.stringify(policy)};
    const requests = ${JSON.stringify(requests)};
    await Promise.all(requests.map((names) => installPackages(names, policy)));`;
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

test("what is requested at the same time is one update and one installation", {
  timeout: TIMEOUT_MS,
}, async () => {
  const log = path.join(place, "log");
  const requests = [["a-package"], ["b-package", "c-package"]];
  const { exitCode } = await install(`echo "$@" >> "${log}"`, `echo update >> "${log}"`, requests);
  expect(exitCode).toBe(0);
  expect(readFileSync(log, "utf8")).toBe(
    "update\ninstall --yes --no-install-recommends a-package b-package c-package\n",
  );
});

test.runIf(findCommand("apt-get"))(
  "the update of another process is waited for",
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    // A package list that arrives when the test says so. Until then its apt-get has the lock.
    const server = createServer().listen(0, "127.0.0.1");
    const requested = once(server, "request");
    await once(server, "listening");
    mkdirSync(path.join(place, "lists", "partial"), { recursive: true });
    const sources = path.join(place, "sources.list");
    const { port } = server.address() as AddressInfo;
    writeFileSync(sources, `deb http://127.0.0.1:${port} ./\n`);
    const options = [
      ...["-o", `Dir::State::lists=${place}/lists`, "-o", "APT::Sandbox::User=root"],
      ...["-o", "Dir::Etc::sourceparts=-", "-o"],
    ];
    const update = [...options, `Dir::Etc::sourcelist=${sources}`, "update"];
    const other = execa("apt-get", update, { reject: false });
    await requested;

    const aptGet = [findCommand("apt-get"), ...options].join(" ");
    const installing = install("true", `${aptGet} Dir::Etc::sourcelist=/dev/null update`);
    const [line] = await once(createInterface({ input: installing.stderr }), "line");
    expect(line).toMatch(/waiting for another installation: Could not get lock .*lists\/lock/);
    other.kill();
    await other;
    server.close();
    expect((await installing).exitCode).toBe(0);
  },
);
