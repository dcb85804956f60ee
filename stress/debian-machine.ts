/** A Debian with systemd as process 1: this machine's own system, with every change thrown away at the end. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { atEnd, UserError } from "../scripts/process-lifecycle.ts";
import { startService } from "../scripts/service.ts";
import { SLUG } from "../scripts/settings.ts";
import { waitUntil } from "./audit/wait-until.ts";

/** The units that would change this machine's kernel. */
const MASKED = ["systemd-sysctl", "systemd-binfmt", "systemd-modules-load", "acct"];

/** Boots systemd on an overlay of `/`, in namespaces of its own. Its argument is an empty folder. */
const BOOT = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
for unit in ${MASKED.join(" ")}; do ln -sf /dev/null "etc/systemd/system/$unit.service"; done
mount -t proc proc proc
mount -t sysfs sysfs sys
umount sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount --rbind /dev dev
# In a root that is only changed by chroot, the kernel refuses user namespaces.
mkdir old-root
pivot_root . old-root
umount -l old-root
exec env -i container=stress PATH=/usr/sbin:/usr/bin /usr/lib/systemd/systemd
`;

const NAMESPACES = ["mount", "pid", "uts", "ipc", "cgroup", "net"];

/** A machine that runs. */
export type DebianMachine = Awaited<ReturnType<typeof bootDebian>>;

/** Boots the machine. It has no network but its own loopback. */
export async function bootDebian() {
  if (process.getuid?.() !== 0) throw new UserError("Only root can boot a Debian in namespaces.");
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-debian-`));
  const release = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const options = [...NAMESPACES.map((name) => `--${name}`), "--fork", "--kill-child"];
  const service = startService("unshare", [...options, "sh", "-c", BOOT, "boot", folder], {
    signal: "SIGKILL",
  });
  service.output?.resume();
  let pid = "";
  await waitUntil("systemd starts", 60, () => {
    pid = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, "utf8").trim();
    return pid !== "" && readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "systemd";
  });
  const inside = (shell: string) => {
    const environment = ["PATH=/usr/local/bin:/usr/sbin:/usr/bin", "LANG=C.UTF-8", "HOME=/root"];
    return run(
      "nsenter",
      [
        ...["-t", pid, "-a", "-r", "-w", "env", "-i", ...environment],
        ...["DEBIAN_FRONTEND=noninteractive", "sh", "-c", `cd /root; ${shell}`],
      ],
      { log: "debian-machine" },
    );
  };
  // A unit of this machine that fails there is no fault.
  await inside("until systemctl is-system-running --wait | grep -E 'running|degraded'; do :; done");
  return {
    /** Runs a command line as root. */
    inside,
    /** The machine's files, as this one sees them. */
    root: `/proc/${pid}/root`,
    /** Starts one of this machine's programs in the other's network. */
    startInNetwork: (program: string, args: string[]) =>
      startService("nsenter", ["-t", pid, "-n", program, ...args]),
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
