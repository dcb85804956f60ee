/** Servers that run beside a script and end with it, also if it is killed. */
import { execa } from "execa";
import { STARTED } from "./command.ts";
import { endGroup, guardGroup, signalGroup } from "./process-group.ts";
import { ROOT } from "./settings.ts";

interface ServiceOptions {
  /** the signal that stops it; SIGTERM by default */
  signal?: NodeJS.Signals;
  /** the folder of the checkout by default */
  cwd?: string;
  /** what differs from this process's environment */
  env?: NodeJS.ProcessEnv;
  /** the target of standard output and error: a file descriptor, or by default `output` of the result */
  output?: number | "pipe" | "inherit";
}

/** Starts a server. */
export function startService(
  command: string,
  args: string[],
  { signal = "SIGTERM", cwd = ROOT, env, output = "pipe" }: ServiceOptions = {},
) {
  // execa takes any descriptor; its types know the first ones.
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
  /** Resolves to the exit code. */
  const ended = running.then(({ exitCode = 1 }) => {
    release();
    return exitCode;
  });
  return {
    pid,
    ended,
    /** Stops it, and waits until it is gone. */
    stop: async () => {
      await endGroup(pid, signal);
      await ended;
    },
    signal: (name: NodeJS.Signals) => signalGroup(pid, name),
    /** its output, if that goes nowhere else */
    output: running.all,
  };
}
