import { expect, test } from "vitest";
import { callLink, mailLink, mapLink, textLink } from "../src/parts/links.ts";

test.each([
  ["(404) 555-0123", "tel:4045550123"],
  ["+1 404.555.0123", "tel:+14045550123"],
  ["404-555-0123 ext. 12", "tel:4045550123"],
  ["404-555-0123x12", "tel:4045550123"],
  ["javascript:alert(1)", "tel:"],
])("%s is dialled as %s", (phone, link) => {
  expect(callLink(phone)).toBe(link);
  expect(textLink(phone)).toBe(link.replace("tel:", "sms:"));
});

test("what a visitor wrote cannot add to a mail's address", () => {
  expect(mailLink("robin@gmail.com?bcc=all@example.com&body=x")).toBe(
    "mailto:robin@gmail.com%3Fbcc%3Dall%40example.com%26body%3Dx",
  );
});

test("what a visitor wrote is one value of the map's address", () => {
  expect(new URL(mapLink("1 Oak & Elm St #2?q=x")).searchParams.get("query")).toBe(
    "1 Oak & Elm St #2?q=x",
  );
});
