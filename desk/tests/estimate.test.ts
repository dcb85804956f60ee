import { beforeAll, expect, test, vi } from "vitest";
import type { Act, Event, Lead } from "../src/api/server.ts";
import { type Line, type Offer, offerOf, totalOf } from "../src/rules/estimate.ts";
import { loadFold, mistakeIn } from "../src/rules/fold.ts";
import { foldLead } from "../src/rules/log.ts";
import { lineNames, totalInWords } from "../src/views/lead/estimate-facts.tsx";
import { actInWords } from "../src/words/act.ts";
import { answerInWords, nextInWords } from "../src/words/lead.ts";
import { estimateText, preparedTexts } from "../src/words/texts.ts";
import { clockInWords } from "../src/words/time.ts";
import { leadWith } from "./lead.ts";

// The session listens to the other tabs.
vi.hoisted(() => vi.stubGlobal("addEventListener", () => {}));

const ID = "01990000-0000-7000-8000-000000000001";
const AT = "2026-11-23T14:00:00.000Z";

const line = (what: string, cents: number, pick: Line["pick"] = "always"): Line => ({
  what,
  cents,
  pick,
});

const oak = line("Remove the oak", 90_000);
const [cut, ground] = [
  line("Stump cut low", 15_000, "one-of"),
  line("Stump ground", 30_000, "one-of"),
];
const chips = line("Haul the chips", 5_050, "optional");

const offered = (lines: Line[]): Offer & Event => ({
  kind: "offered",
  id: ID,
  at: AT,
  who: "kim@example.com",
  lines,
  days: [],
  mail: false,
});

const estimate = (fields: Partial<NonNullable<Lead["estimate"]>> = {}) => ({
  id: ID,
  firstLook: null,
  lastLook: null,
  decision: null,
  waits: false,
  ...fields,
});

beforeAll(loadFold);

test.each([
  [[oak], 90_000],
  [[oak, chips], 90_000],
  [[chips, oak, cut, ground], 105_000],
  [[ground, cut], 30_000],
])("the total at first is the one that the log has", (lines, total) => {
  expect(mistakeIn(offered(lines))).toBeUndefined();
  const { quoted, estimate } = foldLead(leadWith(), undefined, [offered(lines)]);
  expect({ quoted, id: estimate?.id }).toEqual({ quoted: total, id: ID });
  expect(totalOf(lines)).toBe(total);
});

test("a total follows what is chosen, and options are named in their order", () => {
  const lines = [oak, cut, chips, ground];
  expect(totalOf(lines, [2, 3])).toBe(125_050);
  expect(lineNames(lines)).toEqual(["", "Option A", "Extra", "Option B"]);
  expect(totalInWords(lines)).toBe("Total $1,050, with Option A");
  expect(totalInWords(lines, [2, 3])).toBe("Total $1,250.50");
});

test("what cannot be chosen from is no estimate", () => {
  expect(mistakeIn(offered([oak, cut]))).toMatch(/needs another one/);
  expect(mistakeIn(offered([]))).toMatch(/1 to 20 lines/);
});

test("the present estimate is the one that the lead names", () => {
  const log = [
    offered([oak]),
    { ...offered([cut, ground]), id: "01990000-0000-7000-8000-000000000002" },
  ];
  expect(offerOf(leadWith({ estimate: estimate() }), log)?.lines).toEqual([oak]);
  expect(offerOf(leadWith(), log)).toBeUndefined();
});

test.each<[Act, string]>([
  [offered([oak, cut, ground]), "Estimate $1,050"],
  [{ kind: "looked", estimate: ID }, "The customer looked at the estimate"],
  [
    { kind: "accepted", estimate: ID, chosen: [], total: 120_050, signed: "Robin Alder" },
    "The customer accepted $1,200.50, signed “Robin Alder”",
  ],
  [
    { kind: "accepted", estimate: ID, chosen: [], total: 100, signed: "R", day: AT },
    "The customer accepted $1, signed “R”, work Mon, Nov 23, 9:00 AM",
  ],
  [{ kind: "declined", estimate: ID }, "The customer declined"],
  [{ kind: "declined", estimate: ID, text: "Too dear" }, "The customer declined: “Too dear”"],
  [
    { kind: "asked", estimate: ID, text: "With the stump?" },
    "The customer asks about the estimate: “With the stump?”",
  ],
])("the log says: %j", (act, words) => {
  expect(actInWords(act)).toBe(words);
});

test.each<[Partial<Lead>, string | undefined]>([
  [
    { status: "won", won: 120_050, estimate: estimate({ decision: "accepted", waits: true }) },
    "Accepted $1,200.50",
  ],
  [
    { status: "quoted", estimate: estimate({ decision: "asked", waits: true }) },
    "Asks about the estimate",
  ],
  [{ status: "quoted", estimate: estimate({ decision: "declined", waits: true }) }, "Declined"],
  [{ status: "quoted", estimate: estimate({ decision: "asked" }) }, undefined],
  // It was lost already: nobody waits.
  [
    { status: "lost", nextAt: null, estimate: estimate({ decision: "declined", waits: true }) },
    undefined,
  ],
])("an answer is marked until somebody acts on it", (fields, words) => {
  const lead = leadWith({ nextAt: AT, ...fields });
  expect(answerInWords(lead)).toBe(words);
  const next = words
    ? `They answered ${clockInWords(AT)}`
    : expect.not.stringContaining("estimate");
  expect(nextInWords(lead, Date.parse(AT) + 60_000)).toEqual(next);
});

test("the text about an estimate that the customer can read has its link, and no amount", () => {
  const lead = leadWith({ quoted: 105_000, estimate: estimate() });
  const texts = preparedTexts(lead).filter(({ name }) => name === "Your estimate");
  expect(texts).toEqual([estimateText(lead)]);
  expect(texts[0]?.text).toMatch(new RegExp(`^Hi Robin, .*${lead.link}$`));
  expect(texts[0]?.text).not.toContain("$");
  expect(preparedTexts({ ...lead, link: "" }).map(({ name }) => name)).not.toContain(
    "Your estimate",
  );
});
