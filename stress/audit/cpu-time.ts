/** Reads the CPU time of processes from Linux. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Linux's unit of CPU time (`getconf CLK_TCK`), in microseconds. */
const TICK_US = 10_000;

/** Returns the process id of the Postgres whose data is in a folder. */
export function postmasterPid(folder: string) {
  return Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Returns the CPU time of a process and its children, in microseconds. */
export function cpuTime(pid: number): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        // The fields follow the program's name, which may contain anything: see proc_pid_stat(5).
        const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
        const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map(
          (index) => Number(fields[index]),
        );
        if (Number(name) === pid) return user + system + childrenUser + childrenSystem;
        return parent === pid ? user + system : 0;
      } catch {
        // The process has ended.
        return 0;
      }
    })
    .reduce((sum, ticks) => sum + ticks * TICK_US, 0);
}
