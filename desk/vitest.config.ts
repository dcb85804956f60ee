import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { API_DESCRIPTION } from "./api-description.ts";

export default defineConfig({
  plugins: [wasm()],
  resolve: { tsconfigPaths: true },
  envDir: false,
  define: { __API_DESCRIPTION__: API_DESCRIPTION },
  test: { testTimeout: 60_000, include: ["tests/**/*.test.ts"] },
});
