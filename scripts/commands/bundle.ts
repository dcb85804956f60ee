/**
 * `npm run bundle`: builds an archive that runs where it is unpacked, and a Debian package, in `target/bundle`.
 * Both contain one program with the site inside, built with this checkout's PUBLIC_URL and ANON_KEY.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import company from "../../company.json" with { type: "json" };
import { backendProgram, buildBackend } from "../build/backend.ts";
import { buildPages } from "../build/product.ts";
import { run } from "../command.ts";
import { report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { ROOT, SLUG, setting, shownPath, TARGET_DIR } from "../settings.ts";
import { requireCommand } from "../setup/debian.ts";

const BUNDLE_DIR = path.join(TARGET_DIR, "bundle");

const FOLDER = path.join(BUNDLE_DIR, SLUG);

export const ARCHIVE = path.join(BUNDLE_DIR, `${SLUG}.tar.gz`);

const UNITS = "usr/lib/systemd/system";
const DOCUMENTS = `usr/share/doc/${SLUG}`;

/** The files besides the program and its settings, by their names in the archive. */
const FILES: Record<string, [source: string, installed: string]> = {
  [`${SLUG}.service`]: ["deploy/systemd/site.service", `${UNITS}/${SLUG}.service`],
  [`${SLUG}.socket`]: ["deploy/systemd/site.socket", `${UNITS}/${SLUG}.socket`],
  Caddyfile: ["deploy/Caddyfile", `${DOCUMENTS}/examples/Caddyfile`],
  "nginx.conf": ["deploy/nginx.conf", `${DOCUMENTS}/examples/nginx.conf`],
  "launch.md": ["docs/launch.md", `${DOCUMENTS}/launch.md`],
  LICENSE: ["LICENSE", `${DOCUMENTS}/copyright`],
};

export default async function bundle() {
  const { debianPackage, glibc } = await buildBundle();
  report(`
  Archive   ${shownPath(ARCHIVE)}
  Debian    ${shownPath(debianPackage)}
  Needs     glibc ${glibc} or newer, and a Postgres (docs/launch.md)
`);
}

/** Builds the archive and the package. Returns the package's path and the oldest glibc that it runs with. */
export async function buildBundle() {
  // In sequence, because the compiled program contains the pages.
  await step("pages", buildPages);
  await step("program", () => buildBackend("bundle"));
  const program = backendProgram("bundle");
  const glibc = await neededGlibc(program);

  rmSync(BUNDLE_DIR, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(program, path.join(FOLDER, SLUG));
  for (const [name, [source]] of Object.entries(FILES)) {
    cpSync(path.join(ROOT, source), path.join(FOLDER, name));
  }
  writeFileSync(path.join(FOLDER, ".env"), settings());
  const tar = ["--owner=0", "--group=0", "--sort=name", "-czf", ARCHIVE, "-C", BUNDLE_DIR, SLUG];
  await step("archive", async () => void (await run("tar", tar, { log: "bundle-tar" })));

  return { debianPackage: await step("package", () => makeDebianPackage(program, glibc)), glibc };
}

async function makeDebianPackage(program: string, glibc: string) {
  const dpkg = await requireCommand("dpkg-deb", "dpkg");
  const said = await run(program, ["--version"], { log: "bundle-version" });
  const version = `${said.trim().split(" ").at(-1)}-1`;
  const architecture = await run("dpkg", ["--print-architecture"], { log: "bundle-dpkg" });
  const root = path.join(BUNDLE_DIR, "debian");
  cpSync(program, path.join(root, `usr/bin/${SLUG}`));
  for (const [source, installed] of Object.values(FILES)) {
    cpSync(path.join(ROOT, source), path.join(root, installed));
  }
  const settingsFile = `etc/${SLUG}/.env`;
  mkdirSync(path.join(root, path.dirname(settingsFile)), { recursive: true });
  writeFileSync(path.join(root, settingsFile), settings({ DATA_DIR: `/var/lib/${SLUG}` }));
  // The file contains passwords; systemd reads it as root.
  chmodSync(path.join(root, settingsFile), 0o600);
  // The server starts after its database is set; an upgrade restarts the server.
  cpSync(path.join(ROOT, "deploy", "debian"), path.join(root, "DEBIAN"), { recursive: true });
  writeFileSync(path.join(root, "DEBIAN", "conffiles"), `/${settingsFile}\n`);
  const control = {
    Package: SLUG,
    Version: version,
    Architecture: architecture.trim(),
    Maintainer: `${company.name} <${company.email}>`,
    Depends: `libc6 (>= ${glibc}), libgcc-s1, ca-certificates`,
    Section: "web",
    Priority: "optional",
    Description: `the website of ${company.name}\n Takes estimate requests, keeps them in Postgres, mails the owner, and serves the pages, which are inside the program.`,
  };
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(path.join(root, "DEBIAN", "control"), lines.join(""));
  await run(dpkg, ["--root-owner-group", "--build", root, BUNDLE_DIR], { log: "bundle-deb" });
  return path.join(BUNDLE_DIR, `${SLUG}_${version}_${architecture.trim()}.deb`);
}

/** Returns the newest version of glibc's symbols that a program needs. */
async function neededGlibc(program: string) {
  const symbols = await run("readelf", ["--version-info", program], { log: "bundle-readelf" });
  const versions = [...symbols.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  return `2.${Math.max(...versions)}`;
}

/** Returns `.env.example` with the settings of the build, and the given ones. */
function settings(given: Record<string, string> = {}) {
  const values: Record<string, string> = {
    PUBLIC_URL: setting("PUBLIC_URL") ?? "",
    ANON_KEY: setting("ANON_KEY") ?? "",
    MAIL_TO: setting("MAIL_TO") ?? "",
    ...given,
  };
  const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
  return example.replace(/^([A-Z_]+)=.*$/gm, (line, name) =>
    name in values ? `${name}=${values[name]}` : line,
  );
}
