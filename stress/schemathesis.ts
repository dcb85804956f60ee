/**
 * schemathesis, which tests a server against its OpenAPI description: a Python program in its own virtual
 * environment. Python itself must already be installed.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { step } from "../scripts/progress.ts";
import { findCommand } from "../scripts/setup/find-command.ts";
import { TOOL_CACHE } from "../scripts/setup/tool-cache.mjs";

const VERSION = "4.32.5";

/** The oldest supported Python. */
const OLDEST_PYTHON = [3, 10];

/** Returns the program's path; installs it if needed. */
export async function setUpSchemathesis() {
  const python = await requirePython();
  // A virtual environment belongs to the Python that created it.
  const home = path.join(TOOL_CACHE, `schemathesis-${VERSION}-python-${python}`);
  const program = path.join(home, "bin", "schemathesis");
  // A virtual environment contains its own path, so it can't be renamed when it is complete.
  const complete = path.join(home, "complete");
  if (existsSync(complete)) return program;

  await step(`schemathesis ${VERSION}`, async () => {
    mkdirSync(TOOL_CACHE, { recursive: true });
    rmSync(home, { recursive: true, force: true });
    await run("python3", ["-m", "venv", home], { log: "python-venv" });
    await run(
      path.join(home, "bin", "python"),
      ["-m", "pip", "install", "--disable-pip-version-check", `schemathesis==${VERSION}`],
      { log: "install-schemathesis" },
    );
    writeFileSync(complete, "");
  });
  return program;
}

/** Finds a Python that can create virtual environments; returns its version. */
async function requirePython() {
  const oldest = OLDEST_PYTHON.join(".");
  if (!findCommand("python3")) {
    throw new UserError(
      `Python is missing (no python3 in PATH): install Python ${oldest} or newer, on Debian with \`apt-get install python3-venv\`, then run the command again.`,
    );
  }
  const script = "import sys; print('python', *sys.version_info[:2]); import ensurepip, venv";
  const version = await run("python3", ["-c", script], { log: "python-version" }).catch((error) => {
    if (!/No module named/.test(String(error))) throw error;
    throw new UserError(
      "This Python can't create virtual environments: install the missing package, on Debian with `apt-get install python3-venv`, then run the command again.",
    );
  });
  const [major, minor] = /^python (\d+) (\d+)/m.exec(version)?.slice(1).map(Number) ?? [0, 0];
  if (major < OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor < OLDEST_PYTHON[1])) {
    throw new UserError(
      `Python ${oldest} or newer is needed, this is ${major}.${minor}: install a newer one, then run the command again.`,
    );
  }
  return `${major}.${minor}`;
}
