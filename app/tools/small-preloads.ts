import type { Plugin } from "vite";

/**
 * Replaces Vite's own code for preloading the dependencies of dynamic imports: that code also waits for style
 * sheets, and was a fifth of the page's script. Here the only style sheet is already loaded.
 */
export function smallPreloads(): Plugin {
  return {
    name: "small-preloads",
    apply: "build",
    transform: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `
        export function __vitePreload(load, files = []) {
          for (const file of files) {
            if (!file.endsWith(".js")) continue;
            const link = document.createElement("link");
            document.head.append(Object.assign(link, { rel: "modulepreload", href: "/" + file }));
          }
          return load();
        }`,
    },
  };
}
