/** Where a page is, and what search engines and shared links show of it. */
export interface PageMeta {
  path: string;
  /** The company name is appended where it is absent. */
  title: string;
  /** At most 160 characters, so that no result cuts it off. */
  description: string;
  keywords: string[];
}
