import { beforeAll, expect, test } from "vitest";
import type { Act, Event } from "../src/api/server.ts";
import { loadFold, mistakeIn } from "../src/rules/fold.ts";
import { clashesOf, foldLead, logOf } from "../src/rules/log.ts";
import { leadWith } from "./lead.ts";

const ME = "kim@example.com";
const BEN = "ben@example.com";

let count = 0;
/** Returns an event on a Monday, at a clock time of the company. */
function event(clock: string, act: Act, who = ME): Event {
  count += 1;
  const id = `01990000-0000-7000-8000-${String(count).padStart(12, "0")}`;
  return { ...act, id, at: new Date(`2026-11-23T${clock}:00-05:00`).toISOString(), who } as Event;
}

beforeAll(loadFold);

test("what is not sent yet is folded into the lead that the server has", () => {
  const lead = leadWith({ status: "called", calls: ["2026-11-20T15:00:00Z"], events: 1 });
  const quoted = event("14:00", { kind: "quoted", amount: 185_000 });
  expect(foldLead(lead, undefined, [quoted])).toMatchObject({
    status: "quoted",
    quoted: 185_000,
    calls: lead.calls,
    nextAt: "2026-11-26T13:00:00Z",
  });
});

test("what the server has is undone if its log is known", () => {
  const lost = event("14:00", { kind: "lost", reason: "price" });
  const lead = leadWith({ status: "lost", lostReason: "price", nextAt: null, events: 1 });
  const undone = event("14:01", { kind: "undone", event: lost.id });
  const folded = foldLead(lead, [lost], [undone]);
  expect(folded).toMatchObject({ status: "new", lostReason: null });
  expect(Date.parse(folded.nextAt ?? "")).toBe(Date.parse(lead.createdAt));
});

test("a correction takes the place of what was typed", () => {
  const corrected = event("14:00", { kind: "corrected", phone: "404-555-0199" });
  expect(foldLead(leadWith(), undefined, [corrected])).toMatchObject({
    name: "Robin Alder",
    phone: "404-555-0199",
  });
});

test.each<[Act, RegExp | undefined]>([
  [{ kind: "corrected", name: "Jo Ann", email: "foo" }, /not an email address/],
  [{ kind: "corrected", email: "jo@gmail.com" }, undefined],
  [{ kind: "noted", text: "🌳".repeat(5000) }, undefined],
  [{ kind: "noted", text: "🌳".repeat(5001) }, /at most 5,000 characters/],
  [{ kind: "visit-set", visitAt: "0027-01-01T00:00:00Z" }, /in this century/],
])("what the server would refuse is found before: %j", (act, mistake) => {
  const found = mistakeIn(event("14:00", act));
  if (mistake) expect(found).toMatch(mistake);
  else expect(found).toBeUndefined();
});

test("the log is newest first; what was undone says by what", () => {
  const [noted, lost] = [
    event("14:00", { kind: "noted", text: "Dog" }),
    event("14:05", { kind: "done" }),
  ];
  const undone = event("14:06", { kind: "undone", event: lost.id }, BEN);
  const log = logOf([noted, lost], [undone]);
  expect(log.map(({ kind }) => kind)).toEqual(["done", "noted"]);
  expect(log[0]?.undoneBy?.who).toBe(BEN);
});

test("two acts that exclude each other are told to both, until either acts again", () => {
  const recordedAt = "2026-11-23T21:00:00.5Z";
  const mine = { ...event("14:00", { kind: "won", amount: 290_000 }), recordedAt } as Event;
  const theirs = { ...event("15:00", { kind: "done" }, BEN), recordedAt } as Event;
  const clashes = [{ replaced: mine.id, holding: theirs.id }];
  const told = (events: Event[], me: string) => clashesOf({ events, clashes }, me);
  expect(told([mine, theirs], ME)).toEqual([{ mine, theirs, holding: theirs }]);
  expect(told([mine, theirs], BEN)).toEqual([{ mine: theirs, theirs: mine, holding: theirs }]);
  expect(told([mine, theirs], "cleo@example.com")).toEqual([]);
  const since = { ...event("15:30", { kind: "noted", text: "I know" }), seen: recordedAt } as Event;
  expect(told([mine, theirs, since], ME)).toEqual([]);
  expect(told([mine, theirs, since], BEN)).toHaveLength(1);
});
