import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { expect, test } from "vitest";
import { freePort, listen } from "../port.ts";
import { ROOT, SLUG } from "../settings.ts";

/** The time that the builds of a start may take. */
const TIMEOUT_MS = 120_000;

/**
 * Runs `npm start` or `npm run dev` with separate ports and data until it prints the site's URL.
 *
 * @param address the pattern of the output with the requested URL
 */
async function startCommand(command: string[], address: RegExp) {
  const dataDir = mkdtempSync(path.join(tmpdir(), `${SLUG}-start-`));
  const port = await freePort();
  const npm = execa("npm", command, {
    cwd: ROOT,
    reject: false,
    all: true,
    stdin: "ignore",
    forceKillAfterDelay: false,
    env: {
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      METRICS_PORT: "0",
      PORT: String(port),
      NO_COLOR: "1",
    },
  });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: npm.all }).on("line", (line) => {
      said += `${line}\n`;
      const found = address.exec(line)?.[1];
      if (found) resolve(found);
    });
    void npm.then(() => reject(new Error(said)));
  });
  const database = new URL(readFileSync(path.join(dataDir, "postgres", "site.url"), "utf8"));
  return {
    npm,
    url,
    ports: [port, Number(database.port), Number(new URL(url).port)],
    removeData: () => rmSync(dataDir, { recursive: true }),
  };
}

/** Waits until no server listens on any of the ports. */
async function expectFree(ports: number[]) {
  for (const port of ports) {
    await expect.poll(() => listen(port, "127.0.0.1"), { timeout: 40_000 }).toBeUndefined();
  }
}

/** Returns the script that npm runs. */
async function scriptOf(npm: number | undefined) {
  const { stdout } = await execa("ps", ["-e", "-o", "pid=,ppid=,args="]);
  const processes = stdout.split("\n").map((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), args };
  });
  const below = (parent: number): typeof processes =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  const script = below(Number(npm)).find(({ args }) => args.startsWith("node scripts/run.mjs"));
  expect(script).toBeDefined();
  return Number(script?.pid);
}

test.each([
  ["npm start", ["start"], /The site {3}(http:\S+)/],
  ["npm run dev", ["run", "dev"], /Local: +(http:\S+)/],
  ["npm run backend", ["run", "backend", "--", "serve"], /listening on (http:\S+)/],
])(
  "%s serves the site, and SIGTERM to npm stops all that it started",
  async (_name, command, address) => {
    const { npm, url, ports, removeData } = await startCommand(command, address);
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    expect(answer.status).toBe(200);
    // The form without JavaScript.
    const form = { method: "POST", body: new URLSearchParams() };
    expect((await fetch(new URL("/contact", url), form)).status).not.toBe(404);
    npm.kill("SIGTERM");
    await npm;
    await expectFree(ports);
    removeData();
  },
  TIMEOUT_MS,
);

test(
  "npm run dev --workspace=desk serves the desk",
  async () => {
    const port = await freePort();
    const npm = execa("npm", ["run", "dev", "--workspace=desk", "--", "--port", String(port)], {
      cwd: ROOT,
      reject: false,
      env: { NO_COLOR: "1" },
    });
    for await (const line of createInterface({ input: npm.stdout })) {
      if (line.includes("Local:")) break;
    }
    const page = await fetch(`http://localhost:${port}/desk/`);
    expect(await page.text()).toContain('<div id="desk">');
    npm.kill("SIGTERM");
    await npm;
    await expectFree([port]);
  },
  TIMEOUT_MS,
);

test(
  "a killed npm start leaves no server and no database behind",
  async () => {
    const { npm, ports, removeData } = await startCommand(["start"], /The site {3}(http:\S+)/);
    process.kill(await scriptOf(npm.pid), "SIGKILL");
    await npm;
    await expectFree(ports);
    removeData();
  },
  TIMEOUT_MS,
);

test("npm start says who has its port and what to do", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await execa("npm", ["start"], {
    cwd: ROOT,
    reject: false,
    env: { HOST: "127.0.0.1", PORT: String(port) },
  });
  server.close();
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`Port ${port} is taken`);
  expect(stderr).toContain(`PORT=${port + 1} npm start`);
});
