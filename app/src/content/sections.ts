import type { NavigationLink } from "./navigation.ts";
import type { PictureName } from "./pictures.ts";

/** The head of a page: its one main heading and the lines around it. */
export interface Hero {
  /** A short line above the heading. */
  eyebrow: string;
  heading: string;
  text: string;
}

/** Things by their titles, in the order of reading: benefits, reasons, the steps of a process. Most are a text. */
export type Titled<Item = string> = Readonly<Record<string, Item>>;

/** A picture with the sentence under its title. */
export interface PictureCard {
  text: string;
  picture: PictureName;
}

/** A heading with a sentence or two under it. */
export interface SectionHead {
  heading: string;
  text: string;
}

/** A part of a page: its head, then its items. */
export interface Section<Item = string> extends SectionHead {
  items: Titled<Item>;
}

/** A part of a page whose items are a line each. */
export interface ListSection extends SectionHead {
  items: readonly string[];
}

/** Work that is booked as one, with what belongs to it. */
export interface Package {
  /** Whom or what it is for. */
  suits: string;
  text: string;
  includes: readonly string[];
}

/** The words around two pictures of one place, for comparing. */
export interface BeforeAfter extends SectionHead {
  caption: string;
}

/** The end of a page. */
export interface CallToAction extends SectionHead {
  /** Stand beside the link to the form. */
  links?: readonly NavigationLink[];
  /** Leaves the call button out. */
  withoutCall?: boolean;
}

/** The link to the form, as heroes and page ends show it. */
export const estimateLink: NavigationLink = { label: "Get Free Estimate", to: "/contact" };
