import { defineConfig } from "vitest/config";
import { API_DESCRIPTION } from "./api-description.ts";

export default defineConfig({
  envDir: false,
  define: { __API_DESCRIPTION__: API_DESCRIPTION },
  test: { include: ["tests/**/*.test.ts"] },
});
