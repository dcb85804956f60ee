import type { NavigationLink } from "./navigation.ts";
import type { PictureName } from "./pictures.ts";

/** The head of a page: its main heading and the lines around it. */
export interface Hero {
  /** A short line above the heading. */
  eyebrow: string;
  heading: string;
  text: string;
}

/** Items by their titles, in reading order: benefits, reasons, the steps of a process. Most items are a text. */
export type Titled<Item = string> = Readonly<Record<string, Item>>;

/** A picture with the sentence below its title. */
export interface PictureCard {
  text: string;
  picture: PictureName;
}

/** A heading with one or two sentences below it. */
export interface SectionHead {
  heading: string;
  text: string;
}

/** A part of a page: its head, then its items. */
export interface Section<Item = string> extends SectionHead {
  items: Titled<Item>;
}

/** A part of a page whose items are one line each. */
export interface ListSection extends SectionHead {
  items: readonly string[];
}

/** Work that is booked as a package, with the tasks that it includes. */
export interface Package {
  /** The customers or situations that it suits. */
  suits: string;
  text: string;
  includes: readonly string[];
}

/** The texts around two pictures of one place, for comparison. */
export interface BeforeAfter extends SectionHead {
  caption: string;
}

/** The call to action at the end of a page. */
export interface CallToAction extends SectionHead {
  /** Links beside the link to the form. */
  links?: readonly NavigationLink[];
  /** Whether the call button is left out. */
  withoutCall?: boolean;
}

/** The link to the form in heroes and at page ends. */
export const estimateLink: NavigationLink = { label: "Get Free Estimate", to: "/contact" };
