import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * The violations that axe knows on a page as it is now. It runs in the page itself, which has no frames:
 * otherwise it would open another page for each of its reports.
 */
export async function violationsOnPage(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  return (await axe.analyze()).violations;
}
