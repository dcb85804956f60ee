import type { PageMeta } from "../pages";

const site = import.meta.env.VITE_PUBLIC_URL;

/** The whole address of something on the site, such as `/contact` or `/#business`. */
export function address(path: string): string {
  return `${site}${path}`;
}

/** The address of a page that has one of its own. */
export function pageAddress(page: PageMeta): string | undefined {
  return page.unlisted ? undefined : address(page.path);
}

/** The address of the picture that goes with a shared page, 1200 x 630. */
export const shareImage = address("/share.png");
