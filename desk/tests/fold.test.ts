import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Event } from "../src/api/server.ts";
import type { Day } from "../src/rules/clock.ts";
import { type FoldedLead, fold, type LeadState, loadFold } from "../src/rules/fold.ts";

interface Case {
  name: string;
  lead: FoldedLead;
  events: Event[];
  state: Partial<LeadState>;
}

const { days, cases }: { days: Day[]; cases: Case[] } = JSON.parse(
  readFileSync(new URL("../../lead-log/tests/cases.json", import.meta.url), "utf8"),
);

beforeAll(loadFold);

// The same table runs natively and over HTTP.
test.each(cases)("$name", ({ lead, events, state }) => {
  expect(fold(lead, undefined, events, days)).toMatchObject(state);
});

test("a state that the server has is folded as the events that made it", () => {
  const isInSteps = ({ events }: Case) =>
    events.every(({ kind }) => kind !== "undone") &&
    new Set(events.map(({ id }) => id)).size === events.length;
  for (const { lead, events } of cases.filter(isInSteps)) {
    const [first, ...later] = [...events].sort((one, other) => (one.at < other.at ? -1 : 1));
    if (!first) continue;
    const known = fold(lead, undefined, [first], days);
    expect(fold(lead, known, later, days)).toEqual(fold(lead, undefined, events, days));
  }
});

test("what is no event of this version changes nothing", () => {
  const lead = { createdAt: "2026-11-02T15:00:00.5Z", emergency: false, suspect: true };
  const untouched = fold(lead, undefined, [], days);
  expect(untouched).toMatchObject({ nextAt: "2026-11-02T15:00:00.500Z", suspect: true });
  const id = "019a4000-0000-7000-8000-000000000001";
  for (const kind of ["read", "visit-set", "lost", "undone", "constructor"]) {
    const event = { id, at: "2026-11-03T14:00:00Z", who: "", kind } as Event;
    expect(fold(lead, undefined, [event], days)).toEqual(untouched);
  }
});
