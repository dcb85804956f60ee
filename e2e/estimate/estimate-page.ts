import type { Locator, Page } from "@playwright/test";
import { anotherRequest } from "../../app/src/routes/contact/sent/content.ts";
import company from "../../company.json" with { type: "json" };
import form from "../../validator-wasm/pkg/form.json" with { type: "json" };
import { expect } from "../running-site.ts";

/** The form's values. */
export type Answers = Record<keyof typeof form.fields, string>;

/** The names under which a tab stores the ids of the visitor and of the session. */
export const VISITOR = `${company.slug}-visitor`;
export const SESSION = `${company.slug}-session`;

/** Values that the rules accept. */
export const ordinaryAnswers = {
  phone: "404-555-0123",
  email: "robin.alder@gmail.com",
  address: `12 Oak Street, ${company.areas[0]?.towns[0]}`,
  service: "Tree Removal",
  urgency: "Within a week",
  message: "The big white oak leans over the garage.",
};

/** Follows a refusal, or a failure that the visitor can't fix. */
export const callUs = `Call us: ${company.phone}`;

/** The texts of the notices from docs/product.md, section 8. */
export const notices = {
  missing: { title: "Missing Information", text: "Please fill in all required fields." },
  email: {
    title: "Invalid email address",
    text: "Your email address is not allowed. Please use a valid business or personal email.",
  },
  message: {
    title: "Message not allowed",
    text: "Your message appears to contain promotional content. Please try again.",
  },
  cooldown: { title: "Slow down!", text: "Please wait a few seconds before submitting again." },
  success: {
    title: "Request submitted successfully!",
    text: `We'll get back to you within ${company.replyWithinHours} hours with your free estimate.`,
  },
};

/** Returns the visitor's id, once the tab has one. */
const visitorId = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), VISITOR);

/** Waits until the visitor's fingerprint is known, for which a call and a request wait only seconds. */
export async function expectFingerprint(page: Page): Promise<void> {
  await expect.poll(() => visitorId(page)).toMatch(/^[0-9a-f]{32}$/);
}

/**
 * Stops the page's clock, which has to be installed before the page is loaded, once the visitor has
 * an id, which takes time. From then on deadlines pass only when the test lets them.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect.poll(() => visitorId(page)).not.toBeNull();
  // Less than a request's own limit, which would pass with the jump.
  await page.clock.pauseAt(Date.now() + 10_000);
}

/** The estimate form's page object. */
export class EstimatePage {
  readonly form: Locator;
  readonly button: Locator;
  readonly alert: Locator;
  /** The confirmation, or the form's success notice where the confirmation can't load. */
  readonly success: Locator;
  /** The confirmation's heading, which gets the focus. */
  readonly outcome: Locator;
  /** The hidden field that only programs fill in. */
  readonly honeypot: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole("form", { name: "Free estimate" });
    this.button = this.form.locator("[type=submit]");
    this.alert = this.form.locator("[role=alert] > :not([hidden])");
    this.success = page.locator("[data-notice=success]:not([hidden])");
    this.outcome = page.getByRole("heading", { level: 1 });
    this.honeypot = this.form.getByLabel("Leave this field empty");
  }

  async open(): Promise<void> {
    await this.page.goto("/contact");
    await this.hydrate();
  }

  /** Opens the form and fills in ordinary values with some changes. */
  async openFilled(answers: Partial<Answers>): Promise<void> {
    await this.open();
    await this.fill({ ...ordinaryAnswers, ...answers });
  }

  /** Triggers the form's hydration and waits until it is done. */
  async hydrate(): Promise<void> {
    // After a link, the page's script may still be loading.
    await this.form.waitFor({ state: "attached" });
    await this.page.waitForLoadState();
    await this.form.dispatchEvent("pointerover", { pointerType: "mouse" });
    await this.expectHydrated();
  }

  /** Waits until the form is hydrated: from then on its own rules run. */
  async expectHydrated(): Promise<void> {
    await expect(this.page.locator("[data-hydrated]")).toHaveCount(1);
  }

  control(name: keyof Answers): Locator {
    return this.form.locator(`[name=${name}]`);
  }

  async fill({ urgency, service, ...texts }: Partial<Answers>): Promise<void> {
    for (const [name, value] of Object.entries(texts)) {
      await this.control(name as keyof Answers).fill(value);
    }
    if (service !== undefined) await this.control("service").selectOption(service);
    if (urgency !== undefined) await this.form.getByText(urgency, { exact: true }).click();
  }

  async send(): Promise<void> {
    await this.button.click();
  }

  /** Opens the form again from the confirmation. */
  async sendAnother(): Promise<void> {
    await this.success.getByRole("link", { name: anotherRequest }).click();
    await expect(this.form).toBeVisible();
  }

  /** Sends ordinary values with some changes; waits for the confirmation. */
  async sendOrdinary(answers: Partial<Answers>): Promise<void> {
    await this.openFilled(answers);
    await this.send();
    await expect(this.page.locator("#confirmation")).toBeVisible();
  }

  /** Expects the form to have these values. */
  async expectValues(values: Record<string, string>): Promise<void> {
    await expect.poll(() => this.values()).toEqual(values);
  }

  /** Returns the form's present values. */
  values(): Promise<Record<string, string>> {
    return this.form.evaluate((form) =>
      Object.fromEntries(
        Array.from(new FormData(form as HTMLFormElement), ([name, value]) => [name, String(value)]),
      ),
    );
  }
}

/** The values of an empty form. */
export const emptyValues = {
  ...Object.fromEntries(Object.keys(form.fields).map((name) => [name, ""])),
  urgency: "routine",
  website: "",
  form_token: "",
};
