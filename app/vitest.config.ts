import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { buildConstants } from "./build-constants.ts";

export default defineConfig({
  plugins: [wasm()],
  resolve: { tsconfigPaths: true },
  define: buildConstants,
  envDir: false,
  test: {
    include: ["tests/**/*.test.ts"],
    unstubGlobals: true,
    restoreMocks: true,
    // Counting the leaves of a drawing takes a second, and many seconds on a busy machine.
    testTimeout: 60_000,
  },
});
