import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { OLDEST_BROWSERS } from "browser/oldest-browsers.ts";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { buildConstants } from "./build-constants.ts";
import { photographs } from "./tools/photographs.ts";
import { prerenderedPages } from "./tools/prerendered-pages.ts";
import { siteFiles } from "./tools/site-files.ts";
import { smallPreloads } from "./tools/small-preloads.ts";

const backend = process.env.BACKEND_URL || "http://127.0.0.1:8081";

export default defineConfig({
  plugins: [
    wasm(),
    tailwindcss(),
    react(),
    prerenderedPages(),
    photographs(),
    siteFiles(),
    smallPreloads(),
  ],
  resolve: { tsconfigPaths: true },
  define: buildConstants,
  // Settings have one source. Vite must not read `.env` itself.
  envDir: false,
  build: {
    outDir: "build/client",
    target: OLDEST_BROWSERS,
    modulePreload: {
      polyfill: false,
      // What a late import itself imports is small. Naming it would make every page's script larger.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "html" ? dependencies : [],
    },
    // An inlined picture would load before it is needed. The Content-Security-Policy blocks an inlined style sheet.
    assetsInlineLimit: (file) => (/\/pictures\/(?!site\/)|\.css$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: {
        // All pages share one script. The form imports the code that it shares with that script from it.
        codeSplitting: { groups: [{ name: "page", minShareCount: 2 }] },
      },
    },
  },
  // The dev server would find dependencies of late imports late, and then reload the page.
  optimizeDeps: { entries: "src/page-script/page.ts" },
  server: {
    proxy: {
      "/api": backend,
      "/rest": backend,
      "/contact/photos": backend,
      // The form that is submitted without JavaScript. The dev server renders the page itself.
      "/contact": {
        target: backend,
        bypass: ({ method, url }) => (method === "POST" ? null : url),
      },
    },
    // The validator's package is in a folder beside the app.
    fs: { allow: [".."] },
  },
});
