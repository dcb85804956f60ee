import { expect, test } from "vitest";
import type { Stop } from "../src/rules/appointments.ts";
import { fromField, HOUR_MS, toField } from "../src/rules/clock.ts";
import { freeHours } from "../src/rules/free-hours.ts";
import { appointmentWith, leadWith } from "./lead.ts";

// The company is open from Monday to Saturday, from eight to six.

const at = (field: string) => fromField(field)?.getTime() ?? 0;

function stop(field: string, hours = 1, crew: string | null = "Eli"): Stop {
  const from = new Date(at(field)).toISOString();
  const to = new Date(at(field) + hours * HOUR_MS).toISOString();
  return {
    lead: leadWith(),
    appointment: appointmentWith({ id: `${field} ${crew}`, from, to, crew }),
  };
}

const MORNING = at("2026-11-27T07:00");

/** Returns the proposed times of stops beside others, in the stops' order. */
function proposed(chosen: Stop[], others: Stop[] = [], now = MORNING) {
  return freeHours(chosen, [...chosen, ...others], now).map(
    ({ hours: { from, to } }) => `${toField(from)}-${toField(to).slice(11)}`,
  );
}

test.each<[string, Stop[], Stop[], string[]]>([
  [
    "the same hours of the next day, two crews at the same time",
    [stop("2026-11-27T09:00"), stop("2026-11-27T09:00", 8, "Jonah")],
    [],
    ["2026-11-28T09:00-10:00", "2026-11-28T09:00-17:00"],
  ],
  ["no Sunday", [stop("2026-11-28T09:30")], [], ["2026-11-30T09:30-10:30"]],
  [
    "the first free hours if the crew is elsewhere, and never those of another that moves",
    [stop("2026-11-27T08:00", 2), stop("2026-11-27T10:00", 2)],
    [stop("2026-11-28T08:30", 1, " eli")],
    ["2026-11-28T12:00-14:00", "2026-11-28T10:00-12:00"],
  ],
  [
    "not the hours of another crew's stops",
    [stop("2026-11-27T09:00")],
    [stop("2026-11-28T09:00", 1, "Jonah")],
    ["2026-11-28T09:00-10:00"],
  ],
  [
    "a day later if work has no room before the company closes",
    [stop("2026-11-27T08:00", 8)],
    [stop("2026-11-28T08:00", 3)],
    ["2026-11-30T08:00-16:00"],
  ],
  [
    "without a crew, one after the other",
    [stop("2026-11-27T09:00", 1, null), stop("2026-11-27T09:30", 1, null)],
    [],
    ["2026-11-28T09:00-10:00", "2026-11-28T08:00-09:00"],
  ],
])("the hours after rain: %s", (_, chosen, others, expected) => {
  expect(proposed(chosen, others)).toEqual(expected);
});

test("the hours of what is called off are free, and nothing moves into the past", () => {
  const off = stop("2026-11-28T09:00");
  const calledOff = { ...off, appointment: { ...off.appointment, ended: "called-off" as const } };
  expect(proposed([stop("2026-11-27T09:00")], [calledOff])).toEqual(["2026-11-28T09:00-10:00"]);
  const [late] = proposed([stop("2026-11-24T09:00")], [], MORNING);
  expect(late).toBe("2026-11-28T09:00-10:00");
});

test("an hour is an hour of the clock, also over a change of clocks", () => {
  const now = at("2026-10-31T07:00");
  expect(proposed([stop("2026-10-31T09:00")], [], now)).toEqual(["2026-11-02T09:00-10:00"]);
});
