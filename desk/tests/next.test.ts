import { expect, test } from "vitest";
import type { Lead } from "../src/api/server.ts";
import {
  firstVisit,
  isOverdue,
  isUnreachedEmergency,
  isWorkDone,
  listOf,
  orderOf,
} from "../src/rules/next.ts";
import { appointmentWith, leadWith } from "./lead.ts";

const HOUR_MS = 3_600_000;
/** Monday, 2 p.m. in the company's time zone. */
const now = new Date("2026-11-23T19:00:00.000Z");
const inTwoHours = "2026-11-23T21:00:00.000Z";
const called = now.toISOString();

const emergency = { status: "no-answer", emergency: true } as const;

test.each<[string, Partial<Lead>, string]>([
  ["due", { nextAt: called }, "now"],
  ["not due yet", { nextAt: inTwoHours }, "later"],
  ["over", { status: "won", nextAt: null }, "done"],
  ["suspected", { suspect: true, hidden: true }, "spam"],
  ["a suspected emergency", { suspect: true, emergency: true }, "now"],
  ["an emergency whose next call is later", { ...emergency, nextAt: inTwoHours }, "now"],
  [
    "an emergency that was reached",
    { ...emergency, status: "called", nextAt: inTwoHours },
    "later",
  ],
  ["an emergency that is spam", { status: "spam", hidden: true, nextAt: null }, "spam"],
])("a lead that is %s", (_, fields, list) => {
  expect(listOf(leadWith(fields), now.getTime())).toBe(list);
});

test("work is done if a day of it was, and none is ahead", () => {
  const appointments = [appointmentWith({ purpose: "work", ended: "done" })];
  const order = leadWith({ status: "won", appointments });
  expect(isWorkDone(order)).toBe(true);
  expect(isWorkDone({ ...order, visitAt: inTwoHours })).toBe(false);
  expect(isWorkDone({ ...order, appointments: [] })).toBe(false);
});

test("a lead moves from later to now at its time", () => {
  const lateAt = "2026-11-23T22:00:00.000Z";
  const lead = leadWith({ status: "no-answer", nextAt: inTwoHours, lateAt });
  const due = Date.parse(inTwoHours);
  expect(listOf(lead, due - 1)).toBe("later");
  expect(listOf(lead, due)).toBe("now");
  expect(isOverdue(lead, due + HOUR_MS - 1)).toBe(false);
  expect(isOverdue(lead, due + HOUR_MS)).toBe(true);
});

test("emergencies come first, then answers to estimates, new leads, urgent first, what is due since a week, older", () => {
  const yesterday = "2026-11-22T12:00:00Z";
  const burning = leadWith({ id: "burning", emergency: true, nextAt: called });
  const waiting = leadWith({ id: "waiting", nextAt: yesterday });
  const urgent = leadWith({ id: "urgent", urgency: "urgent", nextAt: called });
  const today = leadWith({ id: "today", nextAt: called });
  const old = leadWith({ id: "old", status: "quoted", nextAt: "2026-11-01T12:00:00Z" });
  const week = new Date(now.getTime() - 7 * 24 * HOUR_MS);
  const late = { ...old, id: "late", nextAt: week.toISOString() };
  const recent = { ...old, id: "recent", nextAt: new Date(week.getTime() + 1).toISOString() };
  const reached = leadWith({ id: "reached", emergency: true, status: "called", nextAt: called });
  expect(isUnreachedEmergency(reached)).toBe(false);
  const looks = { firstLook: null, lastLook: null };
  const estimate = { id: "e", ...looks, decision: "asked", waits: true } as const;
  const answered = leadWith({ id: "answered", status: "quoted", nextAt: called, estimate });
  const all = [late, reached, old, recent, today, waiting, urgent, answered, burning];
  const sorted = all.sort(orderOf("now", now.getTime()));
  const order = [
    "burning",
    "answered",
    "urgent",
    "waiting",
    "today",
    "recent",
    "reached",
    "old",
    "late",
  ];
  expect(sorted.map(({ id }) => id)).toEqual(order);
});

test("done and spam are listed newest first, later and visits by their time", () => {
  const early = leadWith({
    id: "early",
    createdAt: "2026-11-01T12:00:00Z",
    nextAt: "2026-11-26T19:00:00Z",
  });
  const late = leadWith({ id: "late", createdAt: "2026-11-02T12:00:00Z", nextAt: inTwoHours });
  expect([early, late].sort(orderOf("done", now.getTime()))[0]).toBe(late);
  expect([early, late].sort(orderOf("later", now.getTime()))[0]).toBe(late);
  const earlier = appointmentWith({ from: "2026-11-22T19:00:00Z" });
  const ahead = appointmentWith({ from: "2026-11-24T19:00:00Z", ended: "called-off" });
  const done = appointmentWith({ from: inTwoHours, ended: "done" });
  const second = leadWith({ id: "a", appointments: [earlier, done, ahead] });
  const first = leadWith({ id: "b", appointments: [appointmentWith({ from: inTwoHours })] });
  expect([second, first].sort(orderOf("visits", now.getTime()))[0]).toBe(first);
  expect(firstVisit(second, now.getTime())).toBe(Date.parse(ahead.from));
  expect(firstVisit(second, Date.parse(ahead.from) + 1)).toBe(undefined);
});
