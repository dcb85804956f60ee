import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Returns the page's violations of axe's rules, or of some of them. The first call loads axe into the page,
 * which takes longer than to run it.
 */
export async function violationsOnPage(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"] };
  if (rules) options.runOnly = rules;
  return page.evaluate(async (options) => {
    // During a transition, the colors are not the page's final ones.
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    return (await window.axe.run(options)).violations;
  }, options);
}

/** Expects no violation of axe's rules. A failed expectation does not end the test. */
export async function expectNoViolation(page: Page): Promise<void> {
  const violations = await violationsOnPage(page);
  expect.soft(violations, "violations that axe knows").toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
