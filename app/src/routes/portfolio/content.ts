import type { Service } from "validator-wasm";
import { type Town, town } from "../../content/areas.ts";
import { inWordsCapitalized } from "../../content/in-words.ts";
import type { PictureName } from "../../content/pictures.ts";
import type { CallToAction, Hero, SectionHead } from "../../content/sections.ts";
import { figures, type Statistic } from "../../content/statistics.ts";

/** A finished job. */
export interface Project {
  id: string;
  title: string;
  /** The plate, and the photo of the job that stands below it once there is one. */
  image: PictureName;
  photo: PictureName;
  category: Service;
  location: Town;
  description: string;
}

export const hero: Hero = {
  eyebrow: "Latest projects",
  get heading() {
    return `${inWordsCapitalized(projects.length)} jobs, and what each one took`;
  },
  text: "The height, the machine, the hours. The plates are drawings, so the numbers stand beside them.",
};

export const statistics: readonly Statistic[] = [
  { figure: figures.projects, label: "Projects completed" },
  { figure: figures.emergency, label: "Emergency response" },
  { figure: figures.rate, label: "Satisfaction rate" },
];

/** The projects, one of each service. SAMPLE DATA: places, measures and customers are invented. */
export const projects: readonly Project[] = [
  {
    id: "crane-removal-marietta",
    title: "A dead pine over the ridge",
    image: "portfolio/crane-removal",
    photo: "portfolio/crane-removal-job",
    category: "Tree Removal",
    location: town("Marietta", "Cobb"),
    description:
      "A 95-foot loblolly, killed by bark beetles, four feet from the chimney and too brittle to climb. The crane held each section before we cut it. Nine picks, six hours, one dent in the lawn, filled.",
  },
  {
    id: "crown-thinning-kirkwood",
    title: "A white oak that stayed",
    image: "portfolio/crown-thinning",
    photo: "portfolio/crown-thinning-job",
    category: "Tree Pruning",
    location: town("Kirkwood", "Atlanta"),
    description:
      "Over a century old and 80 feet wide. The owner wanted it topped. We took out the dead wood and about a sixth of the live crown in a day, and the house has light again.",
  },
  {
    id: "oak-on-roof-tucker",
    title: "A water oak in the attic",
    image: "portfolio/storm-oak-on-roof",
    photo: "portfolio/storm-oak-on-roof-job",
    category: "Storm Damage",
    location: town("Tucker", "DeKalb"),
    description:
      "Hollow at the base, down in a March storm at dusk. On site in 70 minutes, off the roof by midnight, tarped by one. The photos went to the insurer the next morning.",
  },
  {
    id: "stump-row-snellville",
    title: "Five pears, no more",
    image: "portfolio/stump-row",
    photo: "portfolio/stump-row-job",
    category: "Stump Grinding",
    location: town("Snellville", "Gwinnett"),
    description:
      "A row of Bradford pears had split one after the other. We ground the stumps, 14 to 22 inches across, to a foot below the grass in one morning. Young white oaks stand there now, three feet over.",
  },
  {
    id: "lot-clearing-ball-ground",
    title: "An acre under the privet",
    image: "portfolio/lot-clearing",
    photo: "portfolio/lot-clearing-job",
    category: "Land Care",
    location: town("Ball Ground", "Cherokee"),
    description:
      "Twenty years of privet, ivy and fallen pine. We marked 31 trees to keep, among them a tulip poplar nobody had seen in years, and chipped the rest. Four days, no trench, no ruts.",
  },
  {
    id: "office-park-alpharetta",
    title: "Forty trees before Monday",
    image: "portfolio/office-park",
    photo: "portfolio/office-park-job",
    category: "Tree Trimming",
    location: town("Alpharetta", "Fulton"),
    description:
      "Willow oaks and crape myrtles along two parking lots. Signs, lamps and windows cleared in one Saturday while the lots were empty. The myrtles were thinned. We don’t top myrtles.",
  },
];

/** The badges above the grid. They show what there is and filter nothing. */
export const categories: readonly Service[] = [
  ...new Set(projects.map((project) => project.category)),
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
  call: false,
};
