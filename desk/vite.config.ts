import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { API_DESCRIPTION } from "./api-description.ts";
import { deskFiles } from "./desk-files.ts";

const backend = process.env.BACKEND_URL || "http://127.0.0.1:8080";

export default defineConfig({
  base: "/desk/",
  plugins: [tailwindcss(), react(), deskFiles()],
  define: { __API_DESCRIPTION__: API_DESCRIPTION },
  // Settings have one source, and Vite's own reading of `.env` is not it.
  envDir: false,
  build: {
    // Beside the pages, after their build: one server has both.
    outDir: "../app/build/client/desk",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's content security policy has no fonts and scripts of `data:` addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file is smaller than ten. The sign-in page has its own, without React.
          groups: [
            {
              name: "session",
              test: /\/desk\/src\/(sign-in|api\/(listeners|server|session))|preload-helper/,
              priority: 1,
            },
            { name: "app", test: /\/desk\/src\/(api|rules|words|data|parts)\/|node_modules/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": backend },
    // The company's facts, the palette and the fonts lie beside the desk.
    fs: { allow: [".."] },
  },
});
