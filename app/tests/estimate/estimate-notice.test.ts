import type { Rejection } from "validator-wasm";
import { expect, test } from "vitest";
import { BackendFailure, failureIn, LeadRefused } from "../../src/api/failure";
import { failureNotice, rejectionNotice } from "../../src/features/estimate/estimate-notice";

import { estimate } from "./sample-estimate";

const fallback = "Submission failed. Please try again or call us directly.";

test("a rejection is shown in the rules' own words, at its field, with what was found", () => {
  const words = {
    title: "Invalid email address",
    text: "Your email address is not allowed.",
    field: "email" as const,
    finding: "Not allowed in it: “info@”.",
  };
  const rejection: Rejection = { code: "blocked-email", retryAfterSeconds: null, ...words };
  const notice = { kind: "failure", ...words };
  expect(rejectionNotice(rejection, estimate)).toEqual({ ...notice, fields: ["email"] });
  const blank = { ...estimate, service: "", phone: " " };
  expect(rejectionNotice(rejection, blank)).toEqual({ ...notice, fields: ["service", "phone"] });
});

test("a refusal by the server's rules has its title, text and field", () => {
  const refusal = failureIn({
    code: "PT422",
    message: "Missing Information",
    details: "Please fill in all required fields.",
    hint: "address",
  });
  expect(refusal).toBeInstanceOf(LeadRefused);
  expect(failureNotice(refusal)).toMatchObject({
    title: "Missing Information",
    text: "Please fill in all required fields.",
    field: "address",
    fields: ["address"],
  });
});

test("the hint of a cooldown is seconds and not a field", () => {
  const refusal = failureIn({ code: "PT429", message: "Slow down!", details: "Wait.", hint: "12" });
  expect(failureNotice(refusal)).toMatchObject({ title: "Slow down!", text: "Wait.", field: null });
});

test("a hint that names none of the fields points nowhere", () => {
  const refusal = failureIn({ code: "PT422", message: "A", details: "B", hint: "toString" });
  expect(failureNotice(refusal).field).toBeNull();
});

test.each([
  ["PostgREST's shape", { code: "42P01", message: "no such table" }, "no such table"],
  ["a proxy's page, as supabase-js hands it on", { message: "<html>Bad Gateway</html>" }, fallback],
  [
    "a network failure, as supabase-js hands it on",
    { message: "TypeError: x", code: "" },
    fallback,
  ],
  ["no body", undefined, fallback],
])("something went wrong: %s", (_, body, text) => {
  expect(failureNotice(failureIn(body))).toMatchObject({
    kind: "failure",
    title: "Something went wrong",
    text,
    field: null,
    fields: [],
  });
});

test.each([
  ["a time-out", new DOMException("signal timed out", "TimeoutError")],
  ["no network", new TypeError("Failed to fetch")],
  ["a failure without words", new BackendFailure("")],
])("a browser's own error is not shown: %s", (_, error) => {
  expect(failureNotice(error).text).toBe(fallback);
});
