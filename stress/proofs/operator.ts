/**
 * Follows docs/launch.md, docs/backup.md, and docs/operations.md on a Debian with systemd, command by command from
 * their own text. Restarts the server while 16 clients send requests, directly and behind each proxy.
 */
import {
  appendFileSync,
  copyFileSync,
  globSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import company from "../../company.json" with { type: "json" };
import { CommandFailure } from "../../scripts/command.ts";
import { ARCHIVE, buildBundle } from "../../scripts/commands/bundle.ts";
import { report } from "../../scripts/process-lifecycle.ts";
import { ROOT, SLUG } from "../../scripts/settings.ts";
import { installPackages } from "../../scripts/setup/debian.ts";
import { exactly, type Finding } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { bootDebian, type DebianMachine } from "../debian-machine.ts";
import type { Options } from "../options.ts";

const PACKAGES = ["postgresql", "nginx-light", "caddy", "prometheus", "prometheus-node-exporter"];

const HOST = "www.example.com";

/** Where the documents' nginx finds its certificate. */
const CERTIFICATE = `/etc/letsencrypt/live/${HOST}`;

const SITE = "http://127.0.0.1:8080";

const DATABASE = SLUG.replaceAll("-", "_");

/** The leads that each backup has. */
const LEADS = 20;

/** The command that reports what a site without a company's own pages has left to do. */
const MAY_FAIL = /check --launch$/;

export async function operator({ rounds = 20 }: Options): Promise<Finding[]> {
  await installPackages(PACKAGES);
  const { debianPackage } = await buildBundle();
  await using machine = await bootDebian();
  const { inside, root } = machine;
  const packageName = path.basename(debianPackage);
  copyFileSync(ARCHIVE, `${root}/root/${SLUG}.tar.gz`);
  copyFileSync(debianPackage, `${root}/root/${packageName}`);
  await inside(`mkdir -p ${CERTIFICATE} && openssl req -x509 -newkey rsa:2048 -nodes -days 1 \
    -subj /CN=${HOST} -keyout ${CERTIFICATE}/privkey.pem -out ${CERTIFICATE}/fullchain.pem`);

  const findings: Finding[] = [];
  const restarts = async (what: string, url: string) => {
    findings.push(await restartUnderLoad(machine, what, url, rounds));
  };
  const launched = await follow(machine, "docs/launch.md", packageName, {
    "canopy-brothers check": async () => {
      const log = await inside(`journalctl -u ${SLUG}.service --no-pager`);
      findings.push(exactly("warnings that Landlock is off", 1, occurrences(log, "Landlock")));
      await restarts("directly", SITE);
      await psql(machine, leads(LEADS), DATABASE);
    },
    "reload nginx": async () => {
      await restarts("behind nginx", "https://127.0.0.1");
      findings.push(await pageWithoutServer(machine, "nginx"));
      await inside("systemctl stop nginx");
    },
    "editor /etc/caddy/Caddyfile": async () => void (await inside("systemctl restart caddy")),
    "reload caddy": async () => {
      await restarts("behind Caddy", "https://127.0.0.1");
      findings.push(await pageWithoutServer(machine, "Caddy"));
    },
  });

  const backedUp = await follow(machine, "docs/backup.md", packageName);
  const restored = `${DATABASE}_restored`;
  const count = async (from: string, database = DATABASE) =>
    Number(await psql(machine, `SELECT count(*) FROM ${from}`, database).catch(() => Number.NaN));
  const foreign = "pg_tables WHERE schemaname = 'public' AND tableowner <> 'canopy_owner'";
  const readable = await inside("find /backup -perm /077 | wc -l");
  const other = await inside(
    `su - postgres -c 'DATABASE=postgres /usr/lib/${SLUG}/backup dump' || echo refused`,
  );
  findings.push(
    exactly("leads after a base backup and the archive", LEADS, await count("site_forms"), LEADS),
    exactly("leads after a dump", LEADS, await count("site_forms", restored), LEADS),
    exactly("tables of that dump that are not the owner's", 1, await count(foreign, restored)),
    exactly("files of backups that others can read", 1, Number(readable)),
    exactly(
      "dumps of a database without leads that are refused",
      1,
      occurrences(other, "refused"),
      1,
    ),
  );

  await inside("touch -d '40 days ago' /backup/base/* /backup/dump/*");
  const script = (name: string) => `/usr/lib/${SLUG}/${name}`;
  const again = [script("backup base"), script("backup prune"), script("verify")].join(" && ");
  await inside(`su - postgres -c '${again}'`);
  const kept = (await inside("ls -d /backup/base/* /backup/dump/*.dump | wc -l")).trim();
  findings.push(
    exactly("old base backups and dumps that are kept, of each the newest", 3, Number(kept), 2),
  );

  const settings = readFileSync(`${root}/etc/${SLUG}/.env`, "utf8");
  // The next version of the package, with another default.
  await inside(`dpkg-deb -R ${packageName} next && sed -i '/^Version:/s/-1$/-2/' next/DEBIAN/control &&
    echo '# A new default.' >>next/usr/share/${SLUG}/settings && dpkg-deb -b next ${packageName}`);
  const operated = await follow(machine, "docs/operations.md", packageName);
  const changed = readFileSync(`${root}/etc/${SLUG}/.env`, "utf8") === settings ? 0 : 1;
  const installed = await inside(`dpkg-query --show ${SLUG}`);

  const failingPort = await failingStart(machine);
  await inside(`apt-get purge --yes ${SLUG}`);
  const left = globSync(`etc/${SLUG}/.*`, { cwd: root }).length;

  const followed = [launched, backedUp, operated];
  return [
    exactly(
      "commands of the documents that fail",
      followed.reduce((sum, { commands }) => sum + commands, 0),
      followed.reduce((sum, { failed }) => sum + failed, 0),
    ),
    ...findings,
    exactly("upgrades of the package", 1, occurrences(installed, "-2"), 1),
    exactly("settings that an upgrade changes", 1, changed),
    failingPort,
    exactly("settings that a purge leaves", 1, left),
  ];
}

/** Runs a document's commands, and after those with an ending, what is to be checked there. */
async function follow(
  machine: DebianMachine,
  document: string,
  packageName: string,
  after: Record<string, () => Promise<void>> = {},
) {
  const markdown = readFileSync(path.join(ROOT, document), "utf8");
  const blocks = [...markdown.matchAll(/^```(console|sql|text)\n(.*?)^```$/gms)];
  let commands = 0;
  let failed = 0;
  for (const [index, [, kind, block]] of blocks.entries()) {
    const lines = block.trim().split("\n");
    const [, , settings = ""] = blocks.slice(index).find(([, kind]) => kind === "text") ?? [];
    for (const line of kind === "text" ? [] : lines) {
      const command = here(machine, line.replace(/^# /, ""), packageName);
      commands += 1;
      try {
        if (kind === "sql") await psql(machine, command);
        else if (command.startsWith("editor ")) edit(machine, command, settings);
        else await machine.inside(command);
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        if (MAY_FAIL.test(command)) continue;
        failed += 1;
        report(`\n  ${document}: ${command}\n${error.output}`);
      }
      await Object.entries(after).find(([ending]) => line.endsWith(ending))?.[1]();
    }
  }
  return { commands, failed };
}

/** Returns a command with this machine's values instead of the document's examples. */
function here({ root }: DebianMachine, command: string, packageName: string) {
  const newest = (pattern: string) => {
    const found = globSync(pattern, { cwd: root }).sort().at(-1);
    return `/${found}`;
  };
  const [version] = readdirSync(`${root}/var/lib/postgresql`);
  return command
    .replace(/canopy-brothers_VERSION\S+/, packageName)
    .replaceAll("canopy-brothers", SLUG)
    .replaceAll("canopy_brothers", DATABASE)
    .replaceAll("…", "secret")
    .replace(/postgresql([/@])15\b/g, `postgresql$1${version}`)
    .replace(/\/backup\/base\/\d\S+/, () => newest("backup/base/*"))
    .replace(/\/backup\/dump\/\d\S+/, () => newest("backup/dump/*.dump"));
}

/** Edits a file as the document says: sets the settings that follow, or what a machine without a domain needs. */
function edit({ root }: DebianMachine, command: string, settings: string) {
  const file = `${root}${command.replace("editor ", "")}`;
  const change = (from: RegExp, to: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  if (file.endsWith(".env")) {
    const lines = settings.replaceAll("…", "secret").replaceAll("canopy_brothers", DATABASE);
    appendFileSync(file, `${lines}TRUSTED_PROXIES=127.0.0.1\n`);
  } else if (file.endsWith("Caddyfile")) {
    change(/^\{$/m, "{\n\tlocal_certs\n\tskip_install_trust");
  } else if (file.endsWith("prometheus.yml")) {
    change(/^rule_files:$/m, `rule_files:\n  - /etc/prometheus/${SLUG}.yml`);
    const job = "  - job_name: site\n    static_configs: [{ targets: ['127.0.0.1:9464'] }]";
    change(/^scrape_configs:$/m, `scrape_configs:\n${job}`);
  }
}

/** Runs SQL as the account postgres. */
async function psql({ inside }: DebianMachine, sql: string, database = "postgres") {
  const shell = `su - postgres -c "psql -XAt -v ON_ERROR_STOP=1 -d ${database}" <<'SQL'\n${sql}\nSQL`;
  return (await inside(shell)).trim();
}

function leads(number: number) {
  return `INSERT INTO site_forms (full_name, email, phone, message, site_name)
    SELECT 'Ada Quercus', 'ada@oakmail.net', '404-555-0100', 'The oak leans.', 'a site'
    FROM generate_series(1, ${number})`;
}

/** Restarts the server again and again while 16 clients send requests. */
async function restartUnderLoad(machine: DebianMachine, what: string, url: string, rounds: number) {
  const asker = path.join(ROOT, "stress/load/asker.ts");
  const clients = machine.startInNetwork(process.execPath, [asker, url, HOST]);
  const lines = createInterface({ input: clients.output as Readable })[Symbol.asyncIterator]();
  for (let round = 0; round < rounds; round += 1) {
    // systemd counts these restarts as attempts to start.
    await machine.inside(
      `systemctl reset-failed ${SLUG}.service; systemctl restart ${SLUG}.service`,
    );
    // Clients send as fast as they are answered, so some hundred requests are in each part of a restart.
    await lines.next();
    await lines.next();
  }
  clients.signal("SIGTERM");
  let last = "{}";
  for await (const line of lines) last = line;
  const { sent, lost } = JSON.parse(last);
  if (lost.length > 0) report(`\n  ${what}: ${[...new Set(lost)].join(", ")}`);
  return exactly(`requests lost in ${rounds} restarts, ${what}`, sent, lost.length);
}

/** Checks what a proxy shows while no server listens. */
async function pageWithoutServer({ inside }: DebianMachine, proxy: string) {
  const server = `${SLUG}.socket ${SLUG}.service`;
  await inside(`systemctl stop ${server}`);
  const resolve = `--resolve ${HOST}:443:127.0.0.1`;
  const page = await inside(`curl --silent --insecure --include ${resolve} https://${HOST}/faq`);
  await inside(`systemctl reset-failed ${server}; systemctl start ${server}`);
  const isRight = /^HTTP\S+ 502/.test(page) && page.includes(company.phone);
  return exactly(`pages with status 502 and the phone number by ${proxy}`, 1, isRight ? 1 : 0, 1);
}

/** Checks that a server that cannot start closes the port. */
async function failingStart({ inside, root }: DebianMachine) {
  const file = `${root}/etc/${SLUG}/.env`;
  const settings = readFileSync(file, "utf8");
  appendFileSync(file, "MAIL_TO=nobody\n");
  await inside(`systemctl reset-failed ${SLUG}.service; systemctl restart ${SLUG}.service || true`);
  let state = "";
  await waitUntil("systemd gives the server up", 60, async () => {
    state = await inside(`curl --silent --max-time 1 ${SITE}/healthz; echo "status $?"`);
    return state.includes("status 7");
  });
  writeFileSync(file, settings);
  return exactly("ports of a server that cannot start that are closed", 1, 1, 1);
}

function occurrences(text: string, part: string) {
  return text.split(part).length - 1;
}
