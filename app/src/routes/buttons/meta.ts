import type { PageMeta } from "../../content/page-meta.ts";

export const meta: PageMeta = {
  path: "/buttons",
  title: "Buttons",
  description: "Every variant and size of the shared button.",
  keywords: [],
};
