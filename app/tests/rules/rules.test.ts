import { readFileSync } from "node:fs";
import {
  type Estimate,
  forgetSubmission,
  prepareSubmission,
  type Rejection,
  validate,
} from "validator-wasm";
import { expect, test, vi } from "vitest";
import company from "../../../company.json" with { type: "json" };
import { estimate as ordinary } from "../estimate/sample-estimate";
import { TabStorage } from "../estimate/tab-storage";

interface Case {
  name: string;
  estimate: Estimate;
  verdict: Pick<Rejection, "code" | "field"> | null;
}

const cases = JSON.parse(
  readFileSync(new URL("../../../validator-wasm/tests/cases.json", import.meta.url), "utf8"),
) as Case[];

// The same table is also tested natively and over HTTP.
test.each(cases)("$name", ({ estimate, verdict }) => {
  const rejection = validate(estimate);
  expect(rejection ? { code: rejection.code, field: rejection.field } : null).toEqual(verdict);
});

let now = Date.now();

test.each([
  ["of many scripts", "Zoë ’樹🌳", "🌳樹’ Zoë"],
  ["of half characters, which count as one that is unknown", "Jane\ud83c", "\udf33Doe"],
  ["longer than any before", "J".repeat(100_000), "🌳".repeat(100_000)],
])("texts %s arrive in their own fields", (_, firstName, lastName) => {
  const estimate = {
    firstName,
    lastName,
    phone: "404-555-0123",
    email: "zoë@gmail.com",
    address: "12 Oak Street\nDecatur",
    service: "Tree Removal",
    urgency: "routine",
    message: "🌳",
  };
  // Keeps submissions far enough apart for the rules.
  now += 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
  const submission = prepareSubmission(estimate, false);
  expect(submission).toMatchObject({
    verdict: "accepted",
    lead: {
      full_name: `${firstName} ${lastName}`.toWellFormed(),
      phone: "404-555-0123",
      email: "zoë@gmail.com",
      message:
        "Service: Tree Removal\nUrgency: Routine\nAddress: 12 Oak Street\n  Decatur\nDetails:\n🌳",
    },
  });
});

test("the time of a submission is stored under the company's name before it is sent, and ends the next", () => {
  now += 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
  const localStorage = new TabStorage();
  vi.stubGlobal("window", { localStorage });
  expect(prepareSubmission({ ...ordinary, phone: "" }, true)).toMatchObject({
    verdict: "rejected",
  });
  expect(localStorage.entries.size).toBe(0);
  expect(prepareSubmission(ordinary, true)).toMatchObject({ verdict: "accepted" });
  expect([...localStorage.entries]).toEqual([[`${company.slug}-last-submission`, `${now}`]]);
  localStorage.setItem(`${company.slug}-last-submission`, `${now - 29_999}`);
  expect(prepareSubmission(ordinary, true)).toMatchObject({ rejection: { code: "cooldown" } });
  localStorage.setItem(`${company.slug}-last-submission`, `${now - 30_000}`);
  expect(prepareSubmission(ordinary, true)).toMatchObject({ verdict: "accepted" });
  forgetSubmission(true);
  expect(localStorage.entries.size).toBe(0);
  expect(prepareSubmission(ordinary, true)).toMatchObject({ verdict: "accepted" });
});

test("under Global Privacy Control the time stays in the tab", () => {
  now += 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
  const [localStorage, sessionStorage] = [new TabStorage(), new TabStorage()];
  vi.stubGlobal("window", { localStorage, sessionStorage });
  expect(prepareSubmission(ordinary, false)).toMatchObject({ verdict: "accepted" });
  expect(localStorage.entries.size).toBe(0);
  expect(sessionStorage.entries.size).toBe(1);
});

test("a request without an email has the placeholder in its row", () => {
  now += 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
  const submission = prepareSubmission({ ...ordinary, email: " " }, false);
  expect(submission).toMatchObject({
    lead: { email: expect.stringMatching(/^\S+@\S+\.\S+$/) },
    ownerEmail: { html: expect.stringContaining("Not provided") },
  });
});
