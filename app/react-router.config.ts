import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  // Static files only: the backend serves them. `/404` matches the splat route, so its page
  // is what the backend answers for every unknown path.
  ssr: false,
  prerender: ["/", "/contact", "/404"],
} satisfies Config;
