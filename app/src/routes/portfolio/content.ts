import type { Service } from "validator-wasm";
import { type Town, town } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { inWordsCapitalized } from "../../content/in-words.ts";
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
  get heading() {
    return `${inWordsCapitalized(Object.keys(projects).length)} jobs, and what each one took`;
  },
  text: "The height, the machine, the hours. The plates are drawings, so the numbers stand beside them.",
};

export const statistics: Titled = {
  "Projects completed": figures.projects,
  ...(business.emergencyService && { "Emergency response": figures.emergency }),
  "Satisfaction rate": figures.rate,
};

/** The projects, one of each service. SAMPLE DATA: the places, measures, and customers are invented. */
export const projects: Titled<Project> = {
  "A dead pine over the ridge": {
    id: "crane-removal-marietta",
    image: "portfolio/crane-removal",
    category: "Tree Removal",
    location: town("Marietta", "Cobb"),
    description:
      "A 95-foot loblolly, killed by bark beetles, four feet from the chimney and too brittle to climb. The crane held each section before we cut it. Nine picks, six hours, one dent in the lawn, filled.",
  },
  "A white oak that stayed": {
    id: "crown-thinning-kirkwood",
    image: "portfolio/crown-thinning",
    category: "Tree Pruning",
    location: town("Kirkwood", "Atlanta"),
    description:
      "Over a century old and 80 feet wide. The owner wanted it topped. We took out the dead wood and about a sixth of the live crown in a day, and the house has light again.",
  },
  "A water oak in the attic": {
    id: "oak-on-roof-tucker",
    image: "portfolio/storm-oak-on-roof",
    category: "Storm Damage",
    location: town("Tucker", "DeKalb"),
    description:
      "Hollow at the base, down in a March storm at dusk. On site in 70 minutes, off the roof by midnight, tarped by one. The photos went to the insurer the next morning.",
  },
  "Five pears, no more": {
    id: "stump-row-snellville",
    image: "portfolio/stump-row",
    category: "Stump Grinding",
    location: town("Snellville", "Gwinnett"),
    description:
      "A row of Bradford pears had split one after the other. We ground the stumps, 14 to 22 inches across, to a foot below the grass in one morning. Young white oaks stand there now, three feet over.",
  },
  "An acre under the privet": {
    id: "lot-clearing-ball-ground",
    image: "portfolio/lot-clearing",
    category: "Land Care",
    location: town("Ball Ground", "Cherokee"),
    description:
      "Twenty years of privet, ivy and fallen pine. We marked 31 trees to keep, among them a tulip poplar nobody had seen in years, and chipped the rest. Four days, no trench, no ruts.",
  },
  "Forty trees before Monday": {
    id: "office-park-alpharetta",
    image: "portfolio/office-park",
    category: "Tree Trimming",
    location: town("Alpharetta", "Fulton"),
    description:
      "Willow oaks and crape myrtles along two parking lots. Signs, lamps and windows cleared in one Saturday while the lots were empty. The myrtles were thinned. We don’t top myrtles.",
  },
};

/** What search engines show of the projects. */
export const inShort = {
  work: "a crane removal, a thinned white oak, a tree off a roof, stumps, an acre of privet, an office park",
  keywords: "crane tree removal Marietta, commercial tree care Alpharetta",
};

/** The badges above the grid. They list the kinds of work and filter nothing. */
export const categories: readonly Service[] = [
  ...new Set(Object.values(projects).map(({ category }) => category)),
];

export const gallery: SectionHead = {
  heading: "From the last twelve months",
  text: "One of each kind, drawn. Where we took photos of the job, they stand with it.",
};

export const statisticsHead: SectionHead = {
  heading: `The other ${figures.projects}`,
  text: "Most jobs are a morning and a chipper. They count too.",
};

export const closing: CallToAction = {
  heading: "Yours doesn’t have to be this dramatic",
  text: "One limb over one gutter is fine. Ask for a free estimate, or see what else we do.",
  links: [{ label: "View Our Services", to: "/services" }],
  withoutCall: true,
};
