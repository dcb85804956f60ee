/** The CPU time of processes, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Linux's unit of CPU time (`getconf CLK_TCK`), in microseconds. */
const TICK_US = 10_000;

/** The process id of the Postgres that runs on a folder. */
export function postmasterPid(folder: string) {
  return Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** The CPU time of a process and its children, in microseconds. */
export function cpuTime(pid: number): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        // After the program's name, which may hold anything: see proc_pid_stat(5).
        const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
        const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((it) =>
          Number(fields[it]),
        );
        if (Number(name) === pid) return user + system + childrenUser + childrenSystem;
        return parent === pid ? user + system : 0;
      } catch {
        // It has ended.
        return 0;
      }
    })
    .reduce((sum, ticks) => sum + ticks * TICK_US, 0);
}
