import type { Locator, Page } from "@playwright/test";
import { anotherRequest } from "../../app/src/routes/contact/sent/content.ts";
import company from "../../company.json" with { type: "json" };
import { expect } from "../running-site.ts";

/** What a visitor types into the form. */
export interface Answers {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  address: string;
  service: string;
  urgency: string;
  message: string;
}

/** Answers that the rules accept. */
export const ordinaryAnswers = {
  phone: "404-555-0123",
  email: "robin.alder@gmail.com",
  address: `12 Oak Street, ${company.areas[0]?.towns[0]}`,
  service: "Tree Removal",
  urgency: "Within a week",
  message: "The big white oak leans over the garage.",
};

/** Below a refusal and a failure that the visitor cannot mend. */
export const callUs = `Call us: ${company.phone}`;

/** The words of the notices, as docs/product.md, section 8, has them. */
export const notices = {
  missing: {
    title: "Missing Information",
    text: "Please fill in all required fields.",
  },
  email: {
    title: "Invalid email address",
    text: "Your email address is not allowed. Please use a valid business or personal email.",
  },
  message: {
    title: "Message not allowed",
    text: "Your message appears to contain promotional content. Please try again.",
  },
  cooldown: {
    title: "Slow down!",
    text: "Please wait a few seconds before submitting again.",
  },
  success: {
    title: "Request submitted successfully!",
    text: `We'll get back to you within ${company.replyWithinHours} hours with your free estimate.`,
  },
};

/** The estimate form as a visitor meets it. */
export class EstimatePage {
  readonly form: Locator;
  readonly button: Locator;
  readonly alert: Locator;
  /** The confirmation; in the form, the notice where that does not come. */
  readonly success: Locator;
  /** The heading of the confirmation, which takes the focus. */
  readonly outcome: Locator;
  /** The field that people neither see nor reach. */
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

  /** Shows the intent that brings React to the form, and waits until it has taken over. */
  async hydrate(): Promise<void> {
    // On the page that a link has led to, perhaps: its script runs before the load is over.
    await this.form.waitFor({ state: "attached" });
    await this.page.waitForLoadState();
    await this.form.dispatchEvent("pointerover", { pointerType: "mouse" });
    await this.expectHydrated();
  }

  /** Waits until React has taken over: from then on the form's own rules speak. */
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

  /** Asks for the form again, from the confirmation. */
  async sendAnother(): Promise<void> {
    await this.success.getByRole("link", { name: anotherRequest }).click();
    await expect(this.form).toBeVisible();
  }

  /** Sends ordinary answers, changed by some, and waits for what confirms them. */
  async sendOrdinary(answers: Partial<Answers>): Promise<void> {
    await this.open();
    await this.fill({ ...ordinaryAnswers, ...answers });
    await this.send();
    await expect(this.page.locator("#confirmation")).toBeVisible();
  }

  /** The form's present values. */
  values(): Promise<Record<string, string>> {
    return this.form.evaluate((form) =>
      Object.fromEntries(
        Array.from(new FormData(form as HTMLFormElement), ([name, value]) => [name, String(value)]),
      ),
    );
  }
}

/** The values of a form that was reset, or not yet touched. */
export const emptyValues = {
  firstName: "",
  lastName: "",
  phone: "",
  email: "",
  address: "",
  service: "",
  urgency: "routine",
  message: "",
  website: "",
  form_token: "",
};
