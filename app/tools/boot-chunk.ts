import type { Plugin } from "vite";

const BOOT = "/src/boot/boot.ts";

/**
 * Gives the page's script a file of its own, whole: what it shares with the app, the app takes from
 * there. The file's name is left in `.vite/boot.json`, for `defer-app.mjs` to put it into the pages.
 */
export function bootChunk(): Plugin {
  const codeSplitting = {
    groups: [
      {
        name: "boot",
        test: /\/src\/(boot|backend\/(form-token|visitor|phone-click|post-json|random-uuid))\b/,
      },
    ],
  };
  return {
    name: "boot-chunk",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    }),
    buildStart() {
      this.emitFile({ type: "chunk", id: `.${BOOT}`, name: "boot" });
    },
    generateBundle(_, bundle) {
      for (const [fileName, chunk] of Object.entries(bundle)) {
        if (chunk.type !== "chunk") continue;
        if (chunk.moduleIds.some((id) => id.endsWith(BOOT))) {
          if (chunk.imports.length > 0) throw new Error("The page's script is in several files.");
          const source = JSON.stringify(fileName);
          this.emitFile({ type: "asset", fileName: ".vite/boot.json", source });
        } else if (chunk.isEntry && chunk.facadeModuleId?.endsWith(BOOT)) {
          // Nothing but an import of the other.
          delete bundle[fileName];
        }
      }
    },
  };
}
