import type { NavigationLink } from "./navigation.ts";
import type { PictureName } from "./pictures.ts";

/** The head of a page: its one main heading and the lines around it. */
export interface Hero {
  /** A short line above the heading. */
  eyebrow: string;
  heading: string;
  text: string;
}

/** A head of a page with a picture of its own. */
export interface PicturedHero extends Hero {
  picture: PictureName;
}

/** A thing with its title: what a picture or a figure shows. */
export interface Point {
  title: string;
  text: string;
}

/** What is said, by its title and in the order of reading: benefits, reasons, the steps of a process. */
export type Points = Readonly<Record<string, string>>;

/** A picture with a title and the sentence under it. */
export interface PictureCard extends Point {
  picture: PictureName;
}

/** A heading with a sentence or two under it. */
export interface SectionHead {
  heading: string;
  text: string;
}

/** A part of a page: its head, then its items in the order of reading. */
export interface Section<Item> extends SectionHead {
  items: readonly Item[];
}

/** A part of a page whose items have nothing but a title and a text. */
export interface PointSection extends SectionHead {
  items: Points;
}

/** Work that is booked as one, with what belongs to it. */
export interface Package {
  name: string;
  /** Whom or what it is for. */
  suits: string;
  text: string;
  includes: readonly string[];
}

/** Two pictures of one place, for comparing. */
export interface BeforeAfter extends SectionHead {
  before: PictureName;
  after: PictureName;
  caption: string;
}

/** The end of a page. */
export interface CallToAction extends SectionHead {
  /** Stand beside the link to the form. */
  links?: readonly NavigationLink[];
  /** Whether a call button stands beside the links. */
  call: boolean;
}

/** The link to the form, as heroes and page ends show it. */
export const estimateLink: NavigationLink = { label: "Get Free Estimate", to: "/contact" };
