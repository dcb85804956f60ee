import type { Config } from "@react-router/dev/config";
import { pageDescriptions } from "./src/content/seo.ts";

export default {
  appDirectory: "src",
  // Static files only: the backend serves them. `/404` matches the splat route, so its page
  // is what the backend answers for every unknown path.
  ssr: false,
  prerender: Object.keys(pageDescriptions),
} satisfies Config;
