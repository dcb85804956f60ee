import { expect, test } from "vitest";
import { type Appointment, crewsOf, isOver, isToTell, stopsOf } from "../src/rules/appointments.ts";
import { appointmentWith, leadWith } from "./lead.ts";

const now = Date.parse("2026-11-23T19:00:00.000Z");
const from = "2026-11-24T14:00:00.000Z";

test("the stops of all leads are in the order of their hours", () => {
  const late = appointmentWith({ from: "2026-11-25T14:00:00.000Z" });
  const first = leadWith({ id: "first", appointments: [appointmentWith({ from }), late] });
  const other = appointmentWith({ from: "2026-11-24T16:00:00.000Z", crew: null });
  const stops = stopsOf([first, leadWith({ id: "other", appointments: [other] })]);
  expect(stops.map(({ lead }) => lead.id)).toEqual(["first", "other", "first"]);
  expect([...crewsOf(stops)].map(([crew, own]) => [crew, own.length])).toEqual([
    ["Eli", 2],
    ["", 1],
  ]);
});

test("an appointment is over when it ended, or after its hours", () => {
  const appointment = appointmentWith({ from });
  const end = Date.parse(appointment.to);
  expect(isOver(appointment, end - 1)).toBe(false);
  expect(isOver(appointment, end)).toBe(true);
  expect(isOver({ ...appointment, ended: "done" }, now)).toBe(true);
});

test.each<[string, Partial<Appointment>, boolean]>([
  ["told as it is", {}, false],
  ["not told", { told: null }, true],
  ["moved after it was told", { changes: 1 }, true],
  ["moved, and the customer agreed", { changes: 1, answer: "agreed" }, false],
  ["moved, and the customer wants a call", { changes: 1, answer: "call-me" }, true],
  ["called off", { changes: 1, ended: "called-off" }, true],
  ["called off before anybody was told", { told: null, ended: "called-off" }, false],
  ["done", { changes: 1, ended: "done" }, false],
  ["over", { changes: 1, from: "2026-11-23T18:00:00.000Z" }, false],
])("whether a customer must be told of an appointment: %s", (_, fields, isTo) => {
  expect(isToTell(appointmentWith({ from, ...fields }), now)).toBe(isTo);
});
