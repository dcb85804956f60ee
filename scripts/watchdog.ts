/**
 * Ends the process groups of a script that was killed. Its standard input is a pipe from the
 * script: a line `PID SIGNAL` adds a group and the signal that ends it, and a line `PID` removes
 * the group. When the pipe closes, the remaining groups are ended, the newest first.
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
