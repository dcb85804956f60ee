import { expect, test } from "vitest";
import { replyWithinHours } from "../../company.json";
import type { Lead } from "../src/api/server.ts";
import {
  groupLines,
  isOverdue,
  isUnreachedEmergency,
  isVisitOver,
  lateTime,
  listOf,
  orderOf,
  type Step,
  settingsForStep,
  settingsForVerdict,
  stepForOthers,
} from "../src/rules/next.ts";
import { leadWith } from "./lead.ts";
import overdue from "./overdue.json" with { type: "json" };

const HOUR_MS = 3_600_000;
/** Monday, 2 p.m. where the company is. */
const now = new Date("2026-11-23T19:00:00.000Z");
const inTwoHours = "2026-11-23T21:00:00.000Z";
const nextMorning = "2026-11-24T13:00:00.000Z";
const inThreeDays = "2026-11-26T19:00:00.000Z";
const thursday = new Date("2026-11-26T15:00:00.000Z");
const called = now.toISOString();

type Taken = Exclude<Step, { kind: "verdict" }>;

const RULE: [string, Partial<Lead>, Taken, Partial<Lead>][] = [
  [
    "nobody reached",
    { status: "new" },
    { kind: "call", reached: false },
    { status: "no-answer", calls: [called], nextAt: inTwoHours },
  ],
  [
    "nobody reached, again as the owner says",
    { status: "no-answer" },
    { kind: "call", reached: false, next: thursday },
    { status: "no-answer", calls: [called], nextAt: thursday.toISOString() },
  ],
  [
    "nobody reached about a quote",
    { status: "quoted" },
    { kind: "call", reached: false },
    { calls: [called], nextAt: inTwoHours },
  ],
  [
    "reached",
    { status: "no-answer" },
    { kind: "call", reached: true },
    { status: "called", calls: [called], nextAt: nextMorning },
  ],
  [
    "reached, with a next step",
    { status: "new" },
    { kind: "call", reached: true, next: thursday },
    { status: "called", calls: [called], nextAt: thursday.toISOString() },
  ],
  [
    "reached about a quote",
    { status: "quoted" },
    { kind: "call", reached: true },
    { calls: [called], nextAt: nextMorning },
  ],
  [
    "reached after it was lost",
    { status: "lost", lostReason: "price", nextAt: null },
    { kind: "call", reached: true },
    { status: "called", lostReason: null, calls: [called], nextAt: nextMorning },
  ],
  [
    "quoted",
    { status: "called" },
    { kind: "quoted", amount: 1450 },
    { status: "quoted", quoted: 1450, nextAt: inThreeDays },
  ],
  [
    "quoted again without an amount",
    { status: "quoted", quoted: 1450 },
    { kind: "quoted" },
    { status: "quoted", nextAt: inThreeDays },
  ],
  [
    "a visit",
    { status: "called" },
    { kind: "visit", at: thursday, by: "Theo" },
    { visitAt: thursday.toISOString(), visitBy: "Theo", nextAt: thursday.toISOString() },
  ],
  [
    "a visit called off",
    { visitAt: thursday.toISOString(), visitBy: "Theo", nextAt: "2026-11-26T15:00:00Z" },
    { kind: "visit", at: null },
    { visitAt: null, visitBy: null, nextAt: nextMorning },
  ],
  [
    "a visit called off that was not what is next",
    { visitAt: thursday.toISOString(), nextAt: inTwoHours },
    { kind: "visit", at: null },
    { visitAt: null, visitBy: null },
  ],
  [
    "won, with a day",
    { status: "quoted" },
    { kind: "won", amount: 1850, at: thursday },
    { status: "won", won: 1850, visitAt: thursday.toISOString(), nextAt: thursday.toISOString() },
  ],
  [
    "won, without a day",
    { status: "quoted" },
    { kind: "won", amount: 0 },
    { status: "won", won: 0, nextAt: nextMorning },
  ],
  [
    "won, without a day, after the visit for the estimate",
    { status: "quoted", visitAt: "2026-11-20T15:00:00Z", visitBy: "Theo" },
    { kind: "won" },
    { status: "won", visitAt: null, visitBy: null, nextAt: nextMorning },
  ],
  [
    "won, without a day, before a visit",
    { status: "quoted", visitAt: thursday.toISOString() },
    { kind: "won" },
    { status: "won", nextAt: nextMorning },
  ],
  ["done", { status: "won" }, { kind: "done" }, { nextAt: null }],
  ["done before anybody was reached", {}, { kind: "done" }, { status: "called", nextAt: null }],
  [
    "lost",
    { status: "quoted" },
    { kind: "lost", reason: "elsewhere" },
    { status: "lost", lostReason: "elsewhere", nextAt: null },
  ],
  ["later", {}, { kind: "later", at: thursday }, { nextAt: thursday.toISOString() }],
  ["a note", {}, { kind: "note", text: "Gate 4711" }, { note: "Gate 4711" }],
  ["taken", {}, { kind: "take", mine: true }, { takenBy: "kim@example.com" }],
  ["given back", {}, { kind: "take", mine: false }, { takenBy: null }],
];

test.each(RULE)("%s", (_, before, step, settings) => {
  expect(settingsForStep(step, leadWith(before), now, "kim@example.com")).toEqual(settings);
});

test("a verdict sets what the server sets", () => {
  expect(settingsForVerdict("customer", now)).toEqual({
    status: "new",
    suspect: false,
    nextAt: called,
  });
  expect(settingsForVerdict("spam", now)).toEqual({ status: "spam", nextAt: null });
  expect(settingsForVerdict("unsure", now)).toMatchObject({ status: "new", suspect: true });
});

test("only the latest calls are sent, as many as the server stores", () => {
  const calls = Array.from({ length: 50 }, (_, n) => new Date(n).toISOString());
  const { calls: kept } = settingsForStep(
    { kind: "call", reached: false },
    leadWith({ calls }),
    now,
    null,
  );
  expect(kept).toHaveLength(50);
  expect(kept?.[0]).toBe(calls[1]);
  expect(kept?.at(-1)).toBe(called);
});

test.each<[string, Partial<Lead>, string]>([
  ["due", { nextAt: called }, "now"],
  ["not due yet", { nextAt: inTwoHours }, "later"],
  ["over", { status: "won", nextAt: null }, "done"],
  ["suspected", { suspect: true }, "spam"],
  ["a suspected emergency", { suspect: true, emergency: true }, "now"],
  ["an emergency that is spam", { status: "spam", emergency: true, nextAt: null }, "spam"],
])("a lead that is %s", (_, fields, list) => {
  expect(listOf(leadWith(fields), now.getTime())).toBe(list);
});

test("a visit is over after an hour, or when nothing more is to be done", () => {
  const visit = leadWith({ visitAt: called, nextAt: called });
  expect(isVisitOver(visit, now.getTime() + HOUR_MS - 1)).toBe(false);
  expect(isVisitOver(visit, now.getTime() + HOUR_MS)).toBe(true);
  expect(isVisitOver({ ...visit, nextAt: null }, now.getTime())).toBe(true);
});

test("a lead moves from later to now at its time", () => {
  const lead = leadWith({ status: "no-answer", nextAt: inTwoHours });
  const due = Date.parse(inTwoHours);
  expect(listOf(lead, due - 1)).toBe("later");
  expect(listOf(lead, due)).toBe("now");
  expect(isOverdue(lead, due + HOUR_MS - 1)).toBe(false);
  expect(isOverdue(lead, due + HOUR_MS)).toBe(true);
});

// The server is held to the same cases: backend/tests/api/desk/steps.rs.
test.each(overdue)("overdue as the server says: %o", ({ late, status, ...position }) => {
  const at = lateTime(leadWith({ ...position, status: status as Lead["status"] }));
  const from =
    late && Date.parse(late.after === "createdAt" ? position.createdAt : `${position.nextAt}`);
  // Without hours: as the company promises.
  const hours = late?.hours ?? replyWithinHours;
  expect(at).toBe(from === null ? Number.POSITIVE_INFINITY : from + hours * HOUR_MS);
});

test("emergencies come first, then overdue leads, then due ones", () => {
  const burning = leadWith({ id: "burning", emergency: true, createdAt: now.toISOString() });
  const overdue = leadWith({ id: "overdue", createdAt: "2026-11-01T12:00:00Z" });
  const due = leadWith({ id: "due", createdAt: now.toISOString() });
  const reached = leadWith({ id: "reached", emergency: true, status: "called", nextAt: called });
  expect(isUnreachedEmergency(reached)).toBe(false);
  const sorted = [due, reached, overdue, burning].sort(orderOf("now")).map(({ id }) => id);
  expect(sorted).toEqual(["burning", "overdue", "reached", "due"]);
});

test("done and spam are listed newest first, later and visits by their time", () => {
  const early = leadWith({ id: "early", createdAt: "2026-11-01T12:00:00Z", nextAt: inThreeDays });
  const late = leadWith({ id: "late", createdAt: "2026-11-02T12:00:00Z", nextAt: inTwoHours });
  expect([early, late].sort(orderOf("done"))[0]).toBe(late);
  expect([early, late].sort(orderOf("later"))[0]).toBe(late);
});

test("requests with the same number or address within seven days share a line", () => {
  const contacts = ["4045550123"];
  const first = leadWith({ id: "1", contacts, createdAt: "2026-11-10T12:00:00Z" });
  const sameNumber = { ...first, id: "2", contacts: ["7705550102", ...contacts] };
  const sameMail = { ...first, id: "3", contacts: ["7705550100", "r@example.com"] };
  const withMail = { ...first, id: "4", contacts: ["7705550101", "r@example.com"] };
  const later = { ...first, id: "5", createdAt: "2026-11-17T12:00:01Z" };
  const lines = groupLines([first, sameMail, sameNumber, withMail, later]);
  expect(lines.map(({ lead, others }) => [lead.id, ...others.map(({ id }) => id)])).toEqual([
    ["1", "2"],
    ["3", "4"],
    ["5"],
  ]);
});

test("requests without a number or an address share no line", () => {
  const nobody = leadWith({ id: "1", phone: "911", contacts: [] });
  expect(groupLines([nobody, { ...nobody, id: "2" }])).toHaveLength(2);
});

test("an amount, a visit and a note belong to one request of a line", () => {
  expect(stepForOthers({ kind: "quoted", amount: 1450 })).toEqual({ kind: "quoted" });
  expect(stepForOthers({ kind: "won", amount: 1850, at: thursday })).toEqual({ kind: "done" });
  expect(stepForOthers({ kind: "visit", at: thursday })).toEqual({ kind: "later", at: thursday });
  expect(stepForOthers({ kind: "note", text: "Dog" })).toBeUndefined();
  expect(stepForOthers({ kind: "lost", reason: "price" })).toEqual({
    kind: "lost",
    reason: "price",
  });
});
