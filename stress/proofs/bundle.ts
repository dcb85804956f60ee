/**
 * Runs the bundle on a bare system: in a root folder with only the unpacked files and glibc, and behind nginx
 * with TLS, with the bundle's own configuration.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBackend } from "../../scripts/backend-server.ts";
import { CommandFailure, run } from "../../scripts/command.ts";
import { ARCHIVE, buildBundle } from "../../scripts/commands/bundle.ts";
import { freePort } from "../../scripts/port.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { atEnd } from "../../scripts/process-lifecycle.ts";
import { startService } from "../../scripts/service.ts";
import { SLUG } from "../../scripts/settings.ts";
import { requireCommand } from "../../scripts/setup/debian.ts";
import { auditLeads } from "../audit/audit.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { type Lead, nextLead, savedId, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";

/** Where the archive has the configurations of proxies. */
const DEPLOY = `usr/share/doc/${SLUG}/deploy`;

/** The domain in the examples. */
const DOMAIN = "www.example.com";

export async function bundle({ random, rounds = 20 }: Options): Promise<Finding[]> {
  const { glibc } = await buildBundle();
  const bwrap = await requireCommand("bwrap", "bubblewrap");
  const root = mkdtempSync(path.join(tmpdir(), `${SLUG}-bundle-`));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  await run("tar", ["-xzf", ARCHIVE, "-C", root], { log: "bundle-unpack" });
  const folder = path.join(root, SLUG);
  const program = path.join(folder, SLUG);
  await copyLibraries(program, root);

  await using database = await openDurableDatabase();
  const inRoot = (env: Record<string, string>, args: string[]) => [
    ...[
      "--bind",
      root,
      "/",
      "--proc",
      "/proc",
      "--dev",
      "/dev",
      "--unshare-pid",
      "--die-with-parent",
    ],
    ...["--clearenv", ...Object.entries(env).flatMap((setting) => ["--setenv", ...setting])],
    ...["--chdir", `/${SLUG}`, `/${SLUG}/${SLUG}`, ...args],
  ];
  const settings = { DATABASE_URL: database.url };
  const ports = { PORT: "0", METRICS_PORT: "0", TRUSTED_PROXIES: "127.0.0.1" };
  await using backend = await start(bwrap, inRoot({ ...settings, ...ports }, ["serve"]));

  const saved = new Map<Lead, string>();
  for (let round = 0; round < rounds; round += 1) {
    const lead = nextLead(random);
    const id = savedId(await saveLead(backend.url, lead));
    if (id) saved.set(lead, id);
  }
  await waitUntilSent(database.url);
  const pages = await Promise.all(
    ["/", "/contact", "/readyz"].map((page) => fetch(`${backend.url}${page}`)),
  );
  const checked = await run(bwrap, inRoot(settings, ["check"]), { log: "bundle-check" });
  return [
    measured("oldest glibc that the program runs on", 1, glibc),
    exactly(
      "pages served from the empty root",
      3,
      count(pages, ({ ok }) => ok),
      3,
    ),
    exactly("leads saved", rounds, saved.size, rounds),
    ...(await auditLeads(database.url, saved)),
    exactly("lines of `check` that begin with failed", lines(checked), failed(checked)),
    ...(await behindNginx(folder, backend.url, database.url, nextLead(random))),
    await accepted("Caddyfile, by caddy", "caddy", "caddy", [
      ...["validate", "--adapter", "caddyfile", "--config", path.join(folder, DEPLOY, "Caddyfile")],
    ]),
    ...(await units(folder)),
  ];
}

async function start(program: string, args: string[]) {
  const server = await startBackend({ program, args, env: {}, onLine: () => {} });
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

/** Copies a program's shared libraries, which are glibc's, to where it looks for them. */
async function copyLibraries(program: string, root: string) {
  const linked = await run("ldd", [program], { log: "bundle-ldd" });
  for (const [file] of linked.matchAll(/\/lib\S*/g)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    copyFileSync(file, path.join(root, file));
  }
}

/** Sends a lead over TLS through nginx, with the example configuration on other ports. */
async function behindNginx(folder: string, site: string, databaseUrl: string, lead: Lead) {
  const nginx = await requireCommand("nginx", "nginx-light");
  const place = path.join(folder, "nginx");
  mkdirSync(place);
  const certificate = path.join(place, "certificate.pem");
  const key = path.join(place, "key.pem");
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"];
  await run(
    "openssl",
    [...request, "-subj", `/CN=${DOMAIN}`, "-keyout", key, "-out", certificate],
    {
      log: "bundle-openssl",
    },
  );
  const port = await freePort();
  const example = readFileSync(path.join(folder, DEPLOY, "nginx.conf"), "utf8")
    .replace(/\/etc\/\S*fullchain\.pem/, certificate)
    .replace(/\/etc\/\S*privkey\.pem/, key)
    .replaceAll("127.0.0.1:8080", new URL(site).host)
    .replace(/listen \[.*\n/g, "")
    .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
    .replace("listen 443", `listen 127.0.0.1:${port}`);
  const configuration = path.join(place, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${place};`)
    .join(" ");
  writeFileSync(
    configuration,
    `daemon off; pid ${place}/pid; events {} http { access_log off; ${temporary}\n${example}}\n`,
  );
  const args = ["-c", configuration, "-e", path.join(place, "error.log")];
  const valid = await accepted("nginx.conf, by nginx", "nginx", "nginx-light", ["-t", ...args]);

  const service = startService(nginx, args);
  const curl = await requireCommand("curl", "curl");
  const ask = (page: string, ...options: string[]) =>
    run(
      curl,
      [
        ...["--silent", "--cacert", certificate, "--resolve", `${DOMAIN}:${port}:127.0.0.1`],
        ...[...options, `https://${DOMAIN}:${port}${page}`],
      ],
      { log: "bundle-curl" },
    );
  await waitUntil("nginx responds", 10, () =>
    ask("/healthz").then(
      () => true,
      () => false,
    ),
  );
  const form = {
    firstName: "Ada",
    lastName: lead.name,
    phone: lead.row.phone,
    address: "1 Oak Street",
    service: "Tree Removal",
    urgency: "routine",
  };
  await ask("/contact", "--data", String(new URLSearchParams(form)));
  await service.stop();
  const saved = `SELECT FROM site_forms WHERE full_name LIKE '%${lead.name}'`;
  const { rowCount } = await query(databaseUrl, saved);
  return [valid, exactly("leads over TLS, through nginx", 1, Number(rowCount), 1)];
}

/** Checks the systemd units with systemd's own programs. */
async function units(folder: string) {
  const service = path.join(folder, `usr/lib/systemd/system/${SLUG}.service`);
  const analyze = await requireCommand("systemd-analyze", "systemd");
  const verdict = await run(analyze, ["security", "--offline=true", service], {
    log: "bundle-security",
  });
  const exposure = Number(/Overall exposure level.*: ([\d.]+)/.exec(verdict)?.[1]);
  return [
    {
      what: "exposure of the service, by systemd-analyze security (0 to 10)",
      many: "1",
      result: String(exposure),
      required: "< 2",
      passed: exposure < 2,
    },
  ];
}

/** Checks that a program accepts a configuration. */
async function accepted(what: string, command: string, debianPackage: string, args: string[]) {
  const program = await requireCommand(command, debianPackage);
  const faults = await run(program, args, { log: `bundle-${command}` }).then(
    () => 0,
    (error) => {
      if (error instanceof CommandFailure) return 1;
      throw error;
    },
  );
  return exactly(`faults in ${what}`, 1, faults);
}

function count<T>(list: T[], is: (item: T) => boolean) {
  return list.filter(is).length;
}

function lines(output: string) {
  return output.trim().split("\n").length;
}

function failed(output: string) {
  return count(output.split("\n"), (line) => line.startsWith("failed"));
}
