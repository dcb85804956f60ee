import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { OLDEST_BROWSERS } from "browser/oldest-browsers.ts";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { API_DESCRIPTION } from "./api-description.ts";
import { deskFiles } from "./desk-files.ts";

const backend = process.env.BACKEND_URL || "http://127.0.0.1:8080";

export default defineConfig({
  base: "/desk/",
  plugins: [wasm(), tailwindcss(), react({ jsxImportSource: "#jsx" }), deskFiles()],
  resolve: { tsconfigPaths: true },
  define: { __API_DESCRIPTION__: API_DESCRIPTION },
  // Vite must not read `.env`: settings have one source.
  envDir: false,
  build: {
    // The folder is beside the built pages: one server serves both.
    outDir: "../app/build/client/desk",
    emptyOutDir: true,
    target: OLDEST_BROWSERS,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy does not allow `data:` URLs for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file compresses better than ten. The sign-in page has its own, without React.
          groups: [
            {
              name: "session",
              test: /\/desk\/src\/(sign-in|api\/(listeners|server|session|storage))|preload-helper/,
              priority: 1,
            },
            // Only lazy views need these: times that are offered, texts, acts, estimates, unsent photos, and some parts.
            {
              name: "app",
              test: /\/desk\/src\/(api|rules|words|page|data|parts)\/(?!offered-times|free-hours|texts|appointment\.ts|send-links|unsent-photos|verdict|pane-bar|fields|act\.ts|estimate)|node_modules/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": backend },
    // The company's facts, the palette, the fonts, and the WebAssembly package are outside the desk's folder.
    fs: { allow: [".."] },
  },
});
