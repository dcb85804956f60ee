import { homeCity } from "../../content/areas.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { responseTimes } from "../../content/promises.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/services/storm-damage",
  title: `${figures.emergency} storm damage service, ${homeCity}`,
  description: `Tree on the roof or across the driveway? A crew arrives within ${responseTimes.arrival} and makes it safe the ${responseTimes.action}. Help with the insurance claim. Call at any hour.`,
  keywords: [
    `emergency tree service ${homeCity}`,
    "storm damage tree removal",
    "tree on roof",
    "fallen tree removal",
    "24 hour tree service",
    "tree insurance claim",
  ],
};
