/**
 * `npm run bundle`: builds an archive that runs where it is unpacked, and a Debian package, in `target/bundle`.
 * Both contain one program with the site inside, built with this checkout's PUBLIC_URL and ANON_KEY.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { phoneDigits } from "../../browser/phone-digits.ts";
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

/** The files besides the program and its settings: patterns, and the folders in which they are installed. */
const FILES: [pattern: string, folder: string][] = [
  // The documents keep their places, so that their links to each other work.
  [
    "docs/{launch,backup,operations,configuration,high-availability,webhooks}.md",
    `${DOCUMENTS}/docs`,
  ],
  ["docs/alerts*.yml", `${DOCUMENTS}/docs`],
  ["{schema.sql,.env.example,LICENSE}", DOCUMENTS],
  ["deploy/{Caddyfile,nginx.conf}", `${DOCUMENTS}/deploy`],
  ["deploy/systemd/*", UNITS],
  ["deploy/backup/*", `usr/lib/${SLUG}`],
  ["deploy/unavailable.html", `usr/share/${SLUG}`],
];

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
  writeFiles(FOLDER);
  writeFileSync(path.join(FOLDER, ".env"), settings());
  const tar = ["--owner=0", "--group=0", "--sort=name", "-czf", ARCHIVE, "-C", BUNDLE_DIR, SLUG];
  await step("archive", async () => void (await run("tar", tar, { log: "bundle-tar" })));

  return { debianPackage: await step("package", () => makeDebianPackage(program, glibc)), glibc };
}

/** Writes the files into a folder, for this company, and with links only to files that are there. */
export function writeFiles(folder: string) {
  const files = FILES.flatMap(([pattern, installed]) =>
    globSync(pattern, { cwd: ROOT }).map((source) => {
      const name = path.basename(source).replace(/^site/, SLUG).replace("LICENSE", "copyright");
      return { source: path.join(ROOT, source), name: path.join(installed, name) };
    }),
  );
  const names = new Set(files.map(({ name }) => name));
  for (const { source, name } of files) {
    const text = commands(words(readFileSync(source, "utf8"))).replace(
      /\[([^\]]*)\]\((?!https?:)([^)#]*)[^)]*\)/g,
      (link, label, target) =>
        target === "" || names.has(path.join(path.dirname(name), target)) ? link : label,
    );
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: statSync(source).mode });
  }
}

/** Replaces the words of `deploy` that depend on the company. */
function words(text: string) {
  const values: Record<string, string> = {
    slug: SLUG,
    database: SLUG.replaceAll("-", "_"),
    company: company.name,
    phone: `+1${phoneDigits(company.phone)}`,
    shown_phone: company.phone,
  };
  return text.replace(/@(\w+)@/g, (word, name) => values[name] ?? word);
}

/** Names the installed program in commands, instead of the checkout's scripts. */
function commands(text: string) {
  return text
    .replaceAll("npm run launch-check", `${SLUG} check --launch`)
    .replace(/npm run (?:-s )?(?:backend -- |(?=leads|outbox))/g, `${SLUG} `)
    .replace(/(leads|outbox) -- /g, "$1 ")
    .replace(/`backend (?=[a-z])/g, `\`${SLUG} `)
    .replaceAll("canopy-brothers", SLUG);
}

async function makeDebianPackage(program: string, glibc: string) {
  const dpkg = await requireCommand("dpkg-deb", "dpkg");
  const said = await run(program, ["--version"], { log: "bundle-version" });
  const version = `${said.trim().split(" ").at(-1)}-1`;
  const architecture = await run("dpkg", ["--print-architecture"], { log: "bundle-dpkg" });
  const root = path.join(BUNDLE_DIR, "debian");
  cpSync(program, path.join(root, `usr/bin/${SLUG}`));
  writeFiles(root);
  // The settings are no conffile: an unattended upgrade would stop and ask about a new default.
  const template = path.join(root, `usr/share/${SLUG}/settings`);
  writeFileSync(template, settings({ DATA_DIR: `/var/lib/${SLUG}` }));
  cpSync(path.join(ROOT, "deploy", "debian"), path.join(root, "DEBIAN"), { recursive: true });
  const control = {
    Package: SLUG,
    Version: version,
    Architecture: architecture.trim(),
    Maintainer: `${company.name} <${company.email}>`,
    Depends: `libc6 (>= ${glibc}), libgcc-s1, ca-certificates`,
    Suggests: "postgresql, nginx | caddy, prometheus",
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
