import type { Plugin } from "vite";

/**
 * In the place of Vite's own code for preloading what a dynamic import imports: that waits for style
 * sheets too, and was a fifth of the page's script. Here the one style sheet is there already.
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
