import { homeCity } from "../../content/areas.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/contact",
  title: `Free Quote: tree work in ${homeCity}`,
  description: `Ask for a free estimate in two minutes: where the tree stands, what it does, how soon. You hear from us within ${figures.reply}. Emergencies ${figures.emergency} by phone.`,
  keywords: [
    `free tree estimate ${homeCity}`,
    "tree service quote",
    `contact arborist ${homeCity}`,
    "emergency tree service phone number",
  ],
};
