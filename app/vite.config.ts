import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { buildConstants } from "./build-constants.ts";
import { bootChunk } from "./tools/boot-chunk.ts";
import { siteFiles } from "./tools/site-files.ts";

const backend = process.env.BACKEND_URL || "http://127.0.0.1:8081";

export default defineConfig({
  plugins: [wasm(), tailwindcss(), reactRouter(), bootChunk(), siteFiles()],
  resolve: { tsconfigPaths: true },
  define: buildConstants,
  // Settings have one source, and Vite's own reading of `.env` is not it.
  envDir: false,
  // Found with the first use of the form otherwise, and then the dev server reloads the page.
  optimizeDeps: {
    include: ["class-variance-authority", "@fingerprintjs/fingerprintjs", "@supabase/supabase-js"],
  },
  server: {
    proxy: { "/api": backend, "/rest": backend },
    // The validator's package lies beside the app.
    fs: { allow: [".."] },
  },
});
