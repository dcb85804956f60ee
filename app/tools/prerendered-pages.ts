import path from "node:path";
import { isRunnableDevEnvironment, type Plugin, runnerImport, type ViteDevServer } from "vite";
import { buildConstants } from "../build-constants.ts";
import { pages } from "../src/pages.ts";
import { photographs } from "./photographs.ts";

type Renderer = typeof import("../src/render");

const RENDERER = "/src/render.tsx";

/** Renders the pages for the build and the dev server, as HTML files whose scripts and styles Vite bundles. */
export function prerenderedPages(): Plugin {
  /** The paths of the pages, by their virtual HTML files. */
  const files = new Map<string, string>();
  let renderer: Promise<Renderer> | undefined;
  let root: string;

  return {
    name: "prerendered-pages",
    enforce: "pre",

    config(config, { command }) {
      root = path.resolve(config.root ?? ".");
      for (const page of Object.values(pages)) {
        files.set(path.join(root, page.path, "index.html"), page.path);
      }
      return command === "build"
        ? { build: { rolldownOptions: { input: [...files.keys()] } } }
        : { appType: "custom" };
    },

    resolveId: (id) => (files.has(id) ? id : undefined),

    async load(id) {
      const page = files.get(id);
      if (page === undefined) return undefined;
      renderer ??= runnerImport<Renderer>(RENDERER, {
        root,
        configFile: false,
        define: buildConstants,
        plugins: [photographs()],
        resolve: { tsconfigPaths: true },
      }).then(({ module }) => module);
      return (await renderer).renderPage(page).html;
    },

    configureServer(server) {
      // Runs after Vite's own middleware: what is not a file is a page.
      return () => {
        server.middlewares.use(async ({ method, originalUrl = "/", headers }, response, next) => {
          if (method !== "GET" || !headers.accept?.includes("text/html")) return next();
          try {
            const { pathname } = new URL(originalUrl, "http://localhost");
            const { renderPage } = await developmentRenderer(server);
            const { html, found } = renderPage(pathname);
            response.writeHead(found ? 200 : 404, { "Content-Type": "text/html" });
            response.end(await server.transformIndexHtml(originalUrl, html));
          } catch (error) {
            next(error);
          }
        });
      };
    },

    // Vite itself reloads only for modules that browsers have loaded, but pages are rendered on the server.
    hotUpdate({ file, modules, server }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      server.environments.client.hot.send("page:changed", file);
    },
  };
}

function developmentRenderer({ environments: { ssr } }: ViteDevServer): Promise<Renderer> {
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Pages are rendered in this process.");
  return ssr.runner.import<Renderer>(RENDERER);
}
