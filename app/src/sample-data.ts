import { business } from "./content/business.ts";
import { founders } from "./content/founders.ts";
import { markedSamples, type SampleRecord } from "./content/samples.ts";
import type { Titled } from "./content/sections.ts";
import { figures } from "./content/statistics.ts";
import { story } from "./routes/about/content.ts";
import { story as homeStory } from "./routes/home/content.ts";
import { projects } from "./routes/portfolio/content.ts";
import { pictureCards } from "./routes/storm-damage/content.ts";

/** All sample data, by what is invented. Replaced records are removed. Without any, the site is ready for launch. */
export const sampleData: Titled<SampleRecord> = {
  ...markedSamples,
  "Company name": {
    file: "company.json",
    why: "No such company exists.",
    values: [business.name, business.shortName],
  },
  "Phone numbers": {
    file: "company.json",
    why: "555-01xx numbers are kept for fiction: no call would arrive.",
    values: [business.phone, business.emergencyPhone].flatMap((number) => number?.display ?? []),
  },
  "Email address": {
    file: "company.json",
    why: "The .example domain receives no email.",
    values: [business.email],
  },
  "Social networks": {
    file: "company.json",
    why: "The profiles do not exist.",
    values: business.social.map((profile) => profile.href),
  },
  Founders: {
    file: "company.json",
    why: "The founders are invented.",
    values: founders.flatMap(({ name, bio }) => [name, bio]),
  },
  "The founders' story": {
    file: "app/src/routes/about/content.ts",
    why: "What the founders tell is invented.",
    values: story.paragraphs,
  },
  "The founders' story, in short": {
    file: "app/src/routes/home/content.ts",
    why: "What the founders tell is invented.",
    values: homeStory.paragraphs,
  },
  Projects: {
    file: "projects.json",
    why: "Work that was never done must not be shown as done.",
    values: Object.entries(projects).flatMap(([title, { description }]) => [title, description]),
  },
  "Storm calls": {
    file: "app/src/routes/storm-damage/content.ts",
    why: "The calls under the pictures did not happen.",
    values: Object.values(pictureCards.items).map(({ text }) => text),
  },
  "Claimed figures": {
    file: "company.json",
    why: "A figure in advertising must be one that the company can substantiate.",
    values: [figures.projects],
  },
};
