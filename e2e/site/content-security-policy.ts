import type { Response } from "@playwright/test";
import { test as base, expect } from "../running-site.ts";

// The pages keep to the policy that the backend sends. A violation would go unnoticed otherwise:
// the browser blocks something and continues.

/** The policy's directives, in any order. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Expects a response to have exactly this policy. */
export function expectPolicy(response: Response | null): void {
  const directives = response?.headers()["content-security-policy"]?.split(/;\s*/);
  expect.soft(directives?.toSorted(), "Content-Security-Policy").toEqual(policy.toSorted());
}

interface Fixtures {
  /** The policy violations on the test's pages. */
  violations: string[];
}

export const test = base.extend<Fixtures>({
  violations: async ({ page }, use) => {
    const violations: string[] = [];
    await page.exposeFunction("noteViolation", (text: string) => violations.push(text));
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
        const { noteViolation } = window as unknown as { noteViolation(text: string): void };
        noteViolation(`${violatedDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`);
      });
    });
    await use(violations);
  },
});
