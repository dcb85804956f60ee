import { expect, test } from "vitest";
import { holds } from "../src/data/lead.ts";
import type { Lead } from "../src/data/server.ts";

const lead = {
  name: "Robin Alder",
  message: "Service: Tree Removal\nAddress: 12 Oak Street, Decatur, GA\nThe oak leans.",
  email: "robin@example.com",
  phone: "(404) 555-0123 x7",
} as Lead;

test.each(["alder", "OAK STREET", "robin@", "404-555", "+1 404 555 0123", "14045550123", "0123"])(
  "“%s” finds a lead on the phone, as on the server",
  (text) => expect(holds(lead, text)).toBe(true),
);

test.each(["Elm Street", "404-556", "23", "555-0123 oak"])("“%s” does not find it", (text) =>
  expect(holds(lead, text)).toBe(false),
);
