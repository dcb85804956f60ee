/**
 * `npm run bundle`: what a server needs, in `target/bundle`: an archive that runs where it is unpacked,
 * and a Debian package. Both hold one program, with the site inside, as PUBLIC_URL and ANON_KEY of this
 * checkout make it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { backendProgram, buildBackend } from "../build/backend.ts";
import { buildPages } from "../build/product.ts";
import { run } from "../command.ts";
import { report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { ROOT, SLUG, setting, shownPath, TARGET_DIR } from "../settings.ts";
import { setUpTool } from "../setup/cargo-tools.ts";

const CARGO_DEB_VERSION = "3.8.0";

/** Where everything is made. */
const BUNDLE_DIR = path.join(TARGET_DIR, "bundle");

/** The folder that the archive holds. */
const FOLDER = path.join(BUNDLE_DIR, SLUG);

/** What the Debian package has in other words than the archive; `backend/Cargo.toml` lists its files. */
const DEBIAN = path.join(BUNDLE_DIR, "debian");

/** The archive. */
export const ARCHIVE = path.join(BUNDLE_DIR, `${SLUG}.tar.gz`);

/** The files that go into the archive beside the program and its settings, by their names there. */
const FILES = {
  [`${SLUG}.service`]: "deploy/systemd/site.service",
  [`${SLUG}.socket`]: "deploy/systemd/site.socket",
  Caddyfile: "deploy/Caddyfile",
  "nginx.conf": "deploy/nginx.conf",
  "launch.md": "docs/launch.md",
  LICENSE: "LICENSE",
};

export default async function bundle() {
  const { debianPackage, glibc } = await buildBundle();
  report(`
  Archive   ${shownPath(ARCHIVE)}
  Debian    ${shownPath(debianPackage)}
  Needs     glibc ${glibc} or newer, and a Postgres (docs/launch.md)
`);
}

/** Makes the archive and the package. Answers the oldest glibc that the program runs with, too. */
export async function buildBundle() {
  // One after the other: the program takes in the pages as they are when it is compiled.
  await step("pages", buildPages);
  await step("program", () => buildBackend("bundle"));
  const program = backendProgram("bundle");
  const glibc = await neededGlibc(program);

  rmSync(BUNDLE_DIR, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(program, path.join(FOLDER, SLUG));
  for (const [name, file] of Object.entries(FILES)) {
    cpSync(path.join(ROOT, file), path.join(FOLDER, name));
  }
  writeFileSync(path.join(FOLDER, ".env"), settings());
  const tar = ["--owner=0", "--group=0", "--sort=name", "-czf", ARCHIVE, "-C", BUNDLE_DIR, SLUG];
  await step("archive", async () => void (await run("tar", tar, { log: "bundle-tar" })));

  cpSync(FOLDER, DEBIAN, { recursive: true });
  writeFileSync(path.join(DEBIAN, ".env"), settings({ DATA_DIR: `/var/lib/${SLUG}` }));
  const bin = await setUpTool("cargo-deb", "cargo-deb", CARGO_DEB_VERSION);
  await step("package", async () => {
    await run(
      path.join(bin, "cargo-deb"),
      [
        ...["--package=backend", "--profile=dist", "--no-build", "--no-strip", "--no-dbgsym"],
        ...["--locked", "--quiet", `--output=${BUNDLE_DIR}/`],
      ],
      { log: "bundle-deb", env: { CARGO_TARGET_DIR: TARGET_DIR } },
    );
  });
  const packageName = readdirSync(BUNDLE_DIR).find((file) => file.endsWith(".deb")) ?? "";
  return { debianPackage: path.join(BUNDLE_DIR, packageName), glibc };
}

/** The newest version of glibc's symbols that a program asks for. */
async function neededGlibc(program: string) {
  const symbols = await run("readelf", ["--version-info", program], { log: "bundle-readelf" });
  const versions = [...symbols.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  return `2.${Math.max(...versions)}`;
}

/** `.env.example`, with what the site was built with, and with other settings where they are given. */
function settings(given: Record<string, string> = {}) {
  const values: Record<string, string> = {
    PUBLIC_URL: setting("PUBLIC_URL") ?? "",
    ANON_KEY: setting("ANON_KEY") ?? "",
    ...given,
  };
  const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
  return example.replace(/^([A-Z_]+)=.*$/gm, (line, name) =>
    name in values ? `${name}=${values[name]}` : line,
  );
}
