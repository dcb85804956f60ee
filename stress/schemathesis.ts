/**
 * schemathesis, which tries a server by its OpenAPI description: a Python program, in a virtual
 * environment of its own. Python itself is asked for, not installed.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { step } from "../scripts/progress.ts";
import { findCommand } from "../scripts/setup/find-command.ts";
import { TOOL_CACHE } from "../scripts/setup/tool-cache.mjs";

const VERSION = "4.32.5";

/** The oldest Python that it runs on. */
const OLDEST_PYTHON = [3, 10];

/** The path of the program, which is installed unless it is there. */
export async function setUpSchemathesis() {
  const python = await requirePython();
  // The environment leads to the Python that made it.
  const home = path.join(TOOL_CACHE, `schemathesis-${VERSION}-python-${python}`);
  const program = path.join(home, "bin", "schemathesis");
  // It cannot be made elsewhere and renamed: it holds its own path.
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

/** Sets up a Python that can make virtual environments. Returns its version. */
async function requirePython() {
  const oldest = OLDEST_PYTHON.join(".");
  if (!findCommand("python3")) {
    throw new UserError(
      `Python is missing (no python3 in PATH): install Python ${oldest} or newer, on Debian with \`apt-get install python3-venv\`, then run the command again.`,
    );
  }
  const asked = "import sys; print('python', *sys.version_info[:2]); import ensurepip, venv";
  const said = await run("python3", ["-c", asked], { log: "python-version" }).catch((error) => {
    if (!/No module named/.test(String(error))) throw error;
    throw new UserError(
      "This Python makes no virtual environments: install what is missing, on Debian with `apt-get install python3-venv`, then run the command again.",
    );
  });
  const [major, minor] = /^python (\d+) (\d+)/m.exec(said)?.slice(1).map(Number) ?? [0, 0];
  if (major < OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor < OLDEST_PYTHON[1])) {
    throw new UserError(
      `Python ${oldest} or newer is needed, this is ${major}.${minor}: install a newer one, then run the command again.`,
    );
  }
  return `${major}.${minor}`;
}
