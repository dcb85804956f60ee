import { type PageMeta, pages } from "../pages";

const site = import.meta.env.VITE_PUBLIC_URL;

/** The whole address of something on the site, such as `/contact` or `/#business`. */
export function address(path: string): string {
  return `${site}${path}`;
}

/** The address of a page. The 404 page stands for addresses that have none of their own. */
export function pageAddress(page: PageMeta): string | undefined {
  return page === pages["not-found"] ? undefined : address(page.path);
}

/** The address of the picture that goes with a shared page, 1200 x 630. */
export const shareImage = address("/share.png");
