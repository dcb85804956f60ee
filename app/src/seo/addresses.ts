import type { PageMeta } from "../pages";

const site = import.meta.env.VITE_PUBLIC_URL;

/** Returns the absolute address of something on the site, such as `/contact` or `/#business`. */
export function address(path: string): string {
  return `${site}${path}`;
}

/** Returns the address of a page, if it has its own. */
export function pageAddress(page: PageMeta): string | undefined {
  return page.unlisted ? undefined : address(page.path);
}

/** The address of the picture for shared links, 1200 x 630. */
export const shareImage = address("/share.png");
