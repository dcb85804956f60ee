import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../service-worker.js", import.meta.url), "utf8")
  .replace("__VERSION__", "2")
  .replace("__MAIN__", "/desk/assets/index-2.js")
  .replace("[__FILES__]", '["/desk/assets/index-2.js"]');

/** Installs the worker with a page as the response. Returns the paths that the worker caches. */
async function install(page: string): Promise<string[]> {
  const kept: string[] = [];
  const cache = {
    put: async (path: string) => kept.push(path),
    addAll: async (files: string[]) => kept.push(...files),
  };
  const handlers = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
    skipWaiting: async () => {},
  };
  const caches = { open: async () => cache };
  runInNewContext(source, { self, caches, fetch: async () => new Response(page), Error });
  let installed: Promise<unknown> = Promise.resolve();
  handlers.get("install")?.({ waitUntil: (work: Promise<unknown>) => (installed = work) });
  await installed;
  return kept;
}

test("the page is cached with the files that it was built with", async () => {
  const kept = await install('<script type="module" src="/desk/assets/index-2.js"></script>');
  expect(kept).toEqual(["/desk", "/desk/assets/index-2.js"]);
});

test("a page of another version is not cached with the files of this one", async () => {
  const installed = install('<script type="module" src="/desk/assets/index-1.js"></script>');
  await expect(installed).rejects.toThrow("another version");
});
