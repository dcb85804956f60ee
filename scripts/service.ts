/** Servers that run beside a script and end with it, even if the script is killed. */
import { execa } from "execa";
import { STARTED } from "./command.ts";
import { endGroup, guardGroup, signalGroup } from "./process-group.ts";
import { ROOT } from "./settings.ts";

interface ServiceOptions {
  /** the signal that stops the server; SIGTERM by default */
  signal?: NodeJS.Signals;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** the target of standard output and error: a file descriptor, or by default the result's `output` */
  output?: number | "pipe" | "inherit";
}

export function startService(
  command: string,
  args: string[],
  { signal = "SIGTERM", cwd = ROOT, env, output = "pipe" }: ServiceOptions = {},
) {
  // execa accepts any descriptor, but its types include only the first ones.
  const channel = output as "pipe" | "inherit" | 1;
  const running = execa(command, args, {
    ...STARTED,
    cwd,
    env,
    all: true,
    buffer: false,
    stdout: channel,
    stderr: channel,
  });
  const { pid } = running;
  const release = guardGroup(pid, signal);
  const ended = running.then(({ exitCode = 1 }) => {
    release();
    return exitCode;
  });
  return {
    pid,
    ended,
    /** Stops the server, and waits until it has ended. */
    stop: async () => {
      await endGroup(pid, signal);
      await ended;
    },
    signal: (name: NodeJS.Signals) => signalGroup(pid, name),
    /** the server's output, if it goes nowhere else */
    output: running.all,
  };
}
