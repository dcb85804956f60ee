import { expect, test } from "vitest";
import type { Lead } from "../src/api/server.ts";
import { isLead, matchesSearch, withKnownTexts } from "../src/rules/lead.ts";
import { leadWith } from "./lead.ts";

const lead = {
  id: "01990000-0000-7000-8000-00000000f3a7",
  name: "Robin Alder",
  service: "Tree Removal",
  address: "12 Oak Street, Decatur, GA",
  details: "The oak leans.",
  otherFields: { Parking: "Behind the church" } as Lead["otherFields"],
  email: "robin@example.com",
  phone: "(404) 555-0123 x7",
  note: "Gate code 4711",
  contacts: ["4045550123", "robin@example.com"],
} as Lead;

test.each([
  "alder",
  "OAK STREET",
  "óak",
  "robin@",
  "404-555",
  "+1 404 555 0123",
  "14045550123",
  "0123",
  "alder oak",
  "decatur, robin",
  "oak street 4045550123",
  "gate 4711",
  "church",
  "F3A7",
])("a search for “%s” finds the lead, as on the server", (text) =>
  expect(matchesSearch(lead, text)).toBe(true),
);

test.each(["Elm Street", "404-556", "23", "555-0123 elm", "3a7"])(
  "a search for “%s” does not find it",
  (text) => expect(matchesSearch(lead, text)).toBe(false),
);

test("an iPhone's apostrophe matches a plain one", () =>
  expect(matchesSearch({ ...lead, name: "Bonnie O'Neil" }, "O’Neil")).toBe(true));

test("a shortened text does not replace the full one", () => {
  const known = { ...lead, shortened: false };
  const listed = { ...lead, details: "The oak…", shortened: true, mail: "sent" } as Lead;
  expect(withKnownTexts(listed, known)).toEqual({ ...known, mail: "sent" });
  expect(withKnownTexts(listed, { ...listed, mail: null })).toEqual(listed);
  expect(withKnownTexts(listed, undefined)).toEqual(listed);
});

test.each<[string, object]>([
  ["without a field", { calls: undefined }],
  ["with an unknown status", { status: "postponed" }],
  ["with a number for a text", { note: 4711 }],
  ["with a text for what is dialed", { call: "404-555-0123" }],
])("a lead %s is not accepted", (_, fields) => {
  expect(isLead({ ...leadWith(), ...fields })).toBe(false);
  expect(isLead(leadWith())).toBe(true);
  expect(isLead({ ...leadWith(), added: "later" })).toBe(true);
});
