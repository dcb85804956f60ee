// Takes the app out of the prerendered pages: what the browser would have loaded at once waits in a
// `<template>`, and the page's own small script (src/boot) brings it in when the visitor shows
// intent. No inline script is left.

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

// As React Router writes them: the pages are its own, not anybody's.
const PRELOADS = /<link rel="modulepreload"[^>]*>/g;
const SCRIPTS = /<script(?! type="application\/ld\+json")([^>]*)>([\s\S]*?)<\/script>/g;
const START_OF_APP = /^import\("([^"]+)"\);?$/m;

/**
 * @param {URL} site the folder of the built site
 */
export async function deferApp(site) {
  const boot = JSON.parse(await readFile(new URL(".vite/boot.json", site), "utf8"));
  for (const file of await readdir(site, { recursive: true })) {
    if (!file.endsWith(".html")) continue;
    const at = path.join(fileURLToPath(site), file);
    const page = await readFile(at, "utf8");
    await writeFile(at, await deferred(page, boot, site));
  }
}

/**
 * @param {string} page
 * @param {string} boot
 * @param {URL} site
 */
async function deferred(page, boot, site) {
  const preloads = page.match(PRELOADS) ?? [];
  const scripts = [...page.matchAll(SCRIPTS)].map(([, attributes, code]) => ({ attributes, code }));
  const start = startModule(scripts);
  const name = `assets/start-${hash(start)}.js`;
  await writeFile(new URL(name, site), start);

  const tags = `<script type="module" src="/${boot}"></script><template id="app" data-start="/${name}">${preloads.join("")}</template>`;
  const bare = page.replace(PRELOADS, "").replace(SCRIPTS, "");
  if (!bare.includes("</body>")) throw new Error("A page has no end of its body.");
  return bare.replace("</body>", () => `${tags}</body>`);
}

/**
 * All of a page's scripts in one module, which has run when the app has been evaluated.
 *
 * @param {{ attributes: string, code: string }[]} scripts
 */
function startModule(scripts) {
  const isModule = ({ attributes }) => attributes.includes('type="module"');
  const modules = scripts.filter(isModule);
  const [module] = modules;
  if (modules.length !== 1 || !START_OF_APP.test(module.code)) {
    throw new Error("A page does not start the app in the way that is known.");
  }
  const context = scripts.filter((script) => !isModule(script)).map(({ code }) => code);
  return [...context, module.code.replace(START_OF_APP, 'await import("$1");')].join("\n");
}

/** @param {string} content */
function hash(content) {
  return createHash("sha256").update(content).digest("base64url").slice(0, 8);
}
