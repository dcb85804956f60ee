import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { OLDEST_BROWSERS } from "./browsers.ts";
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
  // Settings have one source, and Vite's own reading of `.env` is not it.
  envDir: false,
  build: {
    outDir: "build/client",
    target: OLDEST_BROWSERS,
    modulePreload: { polyfill: false },
    // A picture inside of a page would be loaded before it is wanted. A style sheet inside of it, the policy stops.
    assetsInlineLimit: (file) => (/\/pictures\/(?!site\/)|\.css$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: {
        // All pages share one script. What the form has in common with it, it takes from there.
        codeSplitting: { groups: [{ name: "page", minShareCount: 2 }] },
      },
    },
  },
  // What is loaded late would be found late, and then the dev server reloads the page.
  optimizeDeps: { entries: "src/page-script/page.ts" },
  server: {
    proxy: {
      "/api": backend,
      "/rest": backend,
      "/contact/photos": backend,
      // The form that is sent without JavaScript; the page itself is made here.
      "/contact": {
        target: backend,
        bypass: ({ method, url }) => (method === "POST" ? null : url),
      },
    },
    // The validator's package lies beside the app.
    fs: { allow: [".."] },
  },
});
