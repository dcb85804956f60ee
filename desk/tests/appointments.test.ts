import { expect, test } from "vitest";
import { type Appointment, crewsOf, isOver, isToTell, stopsOf } from "../src/rules/appointments.ts";
import { clashInWords } from "../src/views/lead/clashes.ts";
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

test("a crew that is elsewhere at the same time is named, with the place and the hours", () => {
  const there = appointmentWith({ from });
  const stops = stopsOf([leadWith({ id: "robin", town: "Decatur", appointments: [there] })]);
  const during = (crew: string, begins: string, hours = 1, lead = "other") =>
    clashInWords(stops, lead, crew, [
      new Date(begins),
      new Date(Date.parse(begins) + hours * 3_600_000),
    ]);
  const clash = "Eli is at Robin Alder’s, Decatur, 9 to 10.";
  expect(during(" eli", "2026-11-24T14:30:00Z")).toBe(clash);
  expect(during("Eli", "2026-11-24T13:00:00Z", 8)).toBe(clash);
  expect(during("Eli", "2026-11-24T15:00:00Z")).toBe("");
  expect(during("Eli", "2026-11-24T13:00:00Z")).toBe("");
  expect(during("Ben", from)).toBe("");
  expect(during("", from)).toBe("");
  expect(during("Eli", from, 1, "robin")).toBe("");
});
