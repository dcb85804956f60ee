import type { Page } from "@playwright/test";

/** The bar with both calls to action at the bottom of a phone's screen. */
export const barOf = (page: Page) =>
  page.getByRole("complementary", { name: "Call us or ask for an estimate" });

/** Returns the bar's texts that don't fit into their buttons. */
export const cutOff = (page: Page) =>
  page
    .locator("[data-call-bar] a")
    .evaluateAll((links) =>
      links
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
