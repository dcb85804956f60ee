import type { Page } from "@playwright/test";

/** The bar of both ways to ask, at the bottom of a phone's screen. */
export const barOf = (page: Page) =>
  page.getByRole("complementary", { name: "Call us or ask for an estimate" });

/** The words of the bar that its buttons do not hold. */
export const cutOff = (page: Page) =>
  page
    .locator("[data-call-bar] a")
    .evaluateAll((links) =>
      links
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
