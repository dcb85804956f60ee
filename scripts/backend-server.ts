import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { UserError } from "./process-lifecycle.ts";
import { startService } from "./service.ts";

/** The lines with the URLs of the backend and, after it, of its metrics. */
const URL_LINE = /(listening|metrics) on (http:\/\/[^\s"]+)/;

interface BackendOptions {
  program: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  /** the folder of the backend's `.env`; the checkout by default */
  cwd?: string;
  onLine: (line: string) => void;
}

/** A running backend with its URLs. */
export type BackendServer = Awaited<ReturnType<typeof startBackend>>;

/** Starts the backend and waits until it listens. */
export async function startBackend({
  program,
  args = ["serve"],
  env,
  cwd,
  onLine,
}: BackendOptions) {
  const service = startService(program, args, { env, cwd });
  const first: string[] = [];
  const urls = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: service.output as Readable }).on("line", (line) => {
      onLine(line);
      if (first.length < 30) first.push(line);
      const [, name, url] = URL_LINE.exec(line) ?? [];
      if (name && url) urls.set(name, url);
      if (name === "metrics") resolve();
    });
    void service.ended.then(() =>
      reject(new UserError(`The backend did not start:\n\n${first.join("\n")}`)),
    );
  });
  const [url = "", metricsUrl = ""] = ["listening", "metrics"].map((name) => urls.get(name));
  return { ...service, url, metricsUrl };
}
