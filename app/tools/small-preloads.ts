import type { Plugin } from "vite";

/**
 * Replaces Vite's own code for preloading the dependencies of dynamic imports: it was a fifth of the page's script,
 * and no import has any that are not loaded by then.
 */
export function smallPreloads(): Plugin {
  return {
    name: "small-preloads",
    apply: "build",
    transform: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}
