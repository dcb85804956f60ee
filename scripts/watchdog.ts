/**
 * Ends what a script has left running when the script itself was killed. Its standard input is a pipe
 * from the script: a line `PID SIGNAL` names a process group and the signal that ends it, a line `PID`
 * says that it is gone. When the pipe closes, those that are left are ended, the newest first.
 */
import { createInterface } from "node:readline";
import { endGroup } from "./process-group.ts";

const groups = new Map<number, NodeJS.Signals>();
for await (const line of createInterface({ input: process.stdin })) {
  const [pid, signal] = line.split(" ");
  if (signal) groups.set(Number(pid), signal as NodeJS.Signals);
  else groups.delete(Number(pid));
}
for (const [pid, signal] of [...groups].reverse()) await endGroup(pid, signal);
