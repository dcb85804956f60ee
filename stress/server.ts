/** Runs the built server on one port with one data folder, across kills and restarts. */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, type WriteStream } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BackendServer, startBackend } from "../scripts/backend-server.ts";
import { BACKEND } from "../scripts/build/backend.ts";
import { run } from "../scripts/command.ts";
import { freePort } from "../scripts/port.ts";
import { atEnd } from "../scripts/process-lifecycle.ts";
import { LOG_DIR, NO_SETTINGS, SITE_DIR, SLUG } from "../scripts/settings.ts";

/** The secret that servers on one database share. */
const SECRET = "a secret that all servers of the stress tests share";

export class Server {
  readonly url: string;
  readonly metricsUrl: string;
  readonly port: number;
  readonly logFile: string;
  process: BackendServer | undefined;
  /** How often the process has ended, by itself or by a signal. */
  ends = 0;
  #dataDir: string;
  #log: WriteStream;
  #env: NodeJS.ProcessEnv;

  /** @param name the name of the log */
  constructor(name: string, port: number, metricsPort: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    this.port = port;
    this.#dataDir = mkdtempSync(path.join(tmpdir(), `${SLUG}-stress-`));
    atEnd(() => rmSync(this.#dataDir, { recursive: true, force: true }));
    mkdirSync(LOG_DIR, { recursive: true });
    this.logFile = path.join(LOG_DIR, `${name}.log`);
    this.#log = createWriteStream(this.logFile);
    this.#env = {
      ...NO_SETTINGS,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: this.#dataDir,
      SITE_DIR,
      IP_HASH_SECRET: SECRET,
      // Visitors connect through the tests, each with an address of its own.
      TRUSTED_PROXIES: "127.0.0.1",
      ...env,
    };
  }

  /** Starts the process and waits until it listens. */
  async start() {
    this.process = await startBackend({
      program: BACKEND,
      cwd: this.#dataDir,
      env: this.#env,
      onLine: (line) => this.#log.write(`${line}\n`),
    });
    void this.process.ended.then(() => {
      this.ends += 1;
    });
  }

  /** Runs a command of the program with the same settings. */
  command(args: string[]) {
    return run(BACKEND, args, { log: "stress-command", cwd: this.#dataDir, env: this.#env });
  }

  /** Kills the process with `kill -9`. */
  async kill() {
    this.process?.signal("SIGKILL");
    await this.process?.ended;
  }

  /** Stops the process gracefully, which completes its log. */
  async [Symbol.asyncDispose]() {
    await this.process?.stop();
    await new Promise((resolve) => this.#log.end(resolve));
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/**
 * Starts a server.
 *
 * @param name the name of the log
 * @param env settings that differ from `.env.example`
 */
export async function startServer(name: string, env: Record<string, string>) {
  const server = new Server(`stress-${name}`, await freePort(), await freePort(), env);
  await server.start();
  return server;
}
