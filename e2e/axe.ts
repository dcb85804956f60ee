import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * The violations of axe's rules, or of some of them, on a page as it is now. The page has axe from the
 * first time on: to load it takes longer than to run it.
 */
export async function violationsOnPage(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"] };
  if (rules) options.runOnly = rules;
  return page.evaluate(async (options) => {
    // Halfway, a colour is none of the page's.
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    return (await window.axe.run(options)).violations;
  }, options);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
