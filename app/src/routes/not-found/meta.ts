import type { PageMeta } from "../../content/page-meta.ts";

export const meta: PageMeta = {
  path: "/404",
  title: "Page not found",
  description:
    "There is no page at this address. The way home, to the services and to the estimate form starts here.",
  keywords: ["page not found"],
};
