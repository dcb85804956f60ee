import type { Service } from "validator-wasm";
import data from "../../../../projects.json" with { type: "json" };
import { type Town, town } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import type { PlateName } from "../../content/pictures.ts";
import type { CallToAction, Hero, SectionHead, Titled } from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

/** A finished job. */
export interface Project {
  id: string;
  image: PlateName;
  category: Service;
  location: Town;
  description: string;
}

export const hero: Hero = {
  eyebrow: "Latest projects",
  heading: "Six jobs, and what each one took",
  text: "The height, the machine, the hours. The plates are drawings, so the numbers stand beside them.",
};

export const statistics: Titled = {
  "Projects completed": figures.projects,
  ...(business.emergencyService && { "Emergency response": figures.emergency }),
  "Satisfaction rate": figures.rate,
};

/** The projects, from `projects.json`. SAMPLE DATA: the places, measures, and customers are invented. */
export const projects = Object.fromEntries(
  data.projects.map(({ title, town: name, area, ...project }) => [
    title,
    { ...project, location: town(name, area) },
  ]),
) as Titled<Project>;

/** What search engines show of the projects. */
export const { work, keywords } = data;

/** The badges above the grid. They list the kinds of work and filter nothing. */
export const categories: readonly Service[] = [
  ...new Set(Object.values(projects).map(({ category }) => category)),
];

export const gallery: SectionHead = {
  heading: "Jobs of the last twelve months",
  text: "One of each kind, drawn. Where we took photos of the job, they stand with it.",
};

export const statisticsHead: SectionHead = {
  heading: "Most jobs are smaller",
  text: "A morning and a chipper. They count too.",
};

export const closing: CallToAction = {
  heading: "Small jobs are welcome too",
  text: "One branch over one gutter is fine. Ask for a free estimate, or see what else we do.",
  links: [{ label: "View Our Services", to: "/services" }],
  withoutCall: true,
};
