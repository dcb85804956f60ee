import { afterEach, expect, test, vi } from "vitest";
import type { Lead } from "../src/api/server.ts";
import { sendChange } from "../src/data/send-change.ts";
import {
  applyChange,
  type Change,
  enteredLead,
  mergeCalls,
  mergeNotes,
  rebase,
  undoOf,
  withoutVisitor,
} from "../src/rules/change.ts";
import { decisionsOf, listOf } from "../src/rules/next.ts";
import { leadWith } from "./lead.ts";

const at = "2026-11-23T19:00:00.000Z";
const later = "2026-11-23T21:00:00.000Z";
const thursday = "2026-11-26T15:00:00.000Z";
const lead = leadWith({ nextAt: at });

/** A change to a lead as it was seen. */
const changeOf = (seen: Lead, fields: Partial<Change>): Change => ({
  id: `${at} 1`,
  who: "kim@example.com",
  at,
  leadId: seen.id,
  name: seen.name,
  seen: decisionsOf(seen),
  ...fields,
});

/** Responds as the server does: it refuses a change of another version than the lead's. */
function serve(saved: Lead): { lead: Lead; requests: Request[] } {
  const server = { lead: saved, requests: [] as Request[] };
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    server.requests.push(new Request(`http://desk${url}`, { method, body: method ? body : null }));
    const { version, takenBy, ...change } = JSON.parse(String(body));
    if (version !== server.lead.version) {
      return Response.json({ error: "It was changed.", lead: server.lead }, { status: 409 });
    }
    const taken = takenBy === undefined ? {} : { takenBy: takenBy ? "kim@example.com" : null };
    server.lead = { ...server.lead, ...change, ...taken, version: version + 1 };
    return Response.json(server.lead);
  });
  return server;
}

afterEach(() => vi.unstubAllGlobals());

test("a note that nobody else changed is replaced", () => {
  expect(mergeNotes("Gate 4711", "Gate 4711", "Gate 4712")).toBe("Gate 4712");
});

test("a note that somebody else changed has both texts, theirs first", () => {
  expect(mergeNotes("Dog in the yard", "", "Gate 4711")).toBe("Dog in the yard\n\nGate 4711");
});

test("a note that was saved, and whose response was lost, is not added twice", () => {
  expect(mergeNotes("Gate 4711", "", "Gate 4711")).toBe("Gate 4711");
  expect(mergeNotes("Dog\n\nGate 4711", "", "Gate 4711")).toBe("Dog\n\nGate 4711");
});

test("a note that is emptied keeps what somebody else added", () => {
  expect(mergeNotes("Dog in the yard", "Gate 4711", "")).toBe("Dog in the yard");
});

test("calls of two people are merged, without one that was undone", () => {
  expect(mergeCalls([later], [], [at])).toEqual([at, later]);
  expect(mergeCalls([at, later], [at], [])).toEqual([later]);
  expect(mergeCalls(["2026-11-23T19:00:00Z"], [], [at])).toHaveLength(1);
});

test("fields that nobody else changed are set on the current lead", async () => {
  const server = serve({ ...lead, version: 3, note: "Dog in the yard", takenBy: "al@example.com" });
  const change = changeOf(lead, { set: { status: "quoted", quoted: 1450, nextAt: thursday } });
  const { lead: sent, withheld } = await sendChange(change, lead);
  expect(sent).toMatchObject({ status: "quoted", quoted: 1450, note: "Dog in the yard" });
  expect(withheld).toEqual({});
  expect(server.requests).toHaveLength(2);
});

test("a status that somebody else set stays, with all that depends on it", async () => {
  const won = leadWith({ version: 1, status: "won", won: 1850, nextAt: thursday });
  const server = serve(won);
  const set = { status: "lost", lostReason: "price", nextAt: null, calls: [at] } as const;
  const { lead: sent, withheld } = await sendChange(
    changeOf(lead, { set: { ...set, calls: [at] } }),
    lead,
  );
  expect(sent).toMatchObject({ status: "won", won: 1850, nextAt: thursday, lostReason: null });
  expect(sent.calls).toEqual([at]);
  expect(withheld).toEqual({ status: "lost", lostReason: "price", nextAt: null });
  // "Set it anyway" is a change of what is there now.
  const { lead: after } = await sendChange(changeOf(sent, { set: withheld }), sent);
  expect(after).toMatchObject({ status: "lost", lostReason: "price" });
  expect(server.lead.status).toBe("lost");
});

test("a time that somebody else set stays, and the rest is set", async () => {
  serve(leadWith({ version: 1, nextAt: thursday }));
  const change = changeOf(lead, { set: { status: "quoted", quoted: 1450, nextAt: later } });
  const { lead: sent, withheld } = await sendChange(change, lead);
  expect(sent).toMatchObject({ status: "quoted", quoted: 1450, nextAt: thursday });
  expect(withheld).toEqual({ nextAt: later });
});

test("a change that is withheld whole sends no request", async () => {
  const won = leadWith({ version: 1, status: "won", nextAt: thursday });
  const server = serve(won);
  const { lead: sent } = await sendChange(
    changeOf(lead, { set: { status: "called", nextAt: later } }),
    won,
  );
  expect(sent).toBe(won);
  expect(server.requests).toEqual([]);
});

test("a change whose response was lost is no conflict, and is not sent twice", async () => {
  const set = { status: "quoted", quoted: 1450, nextAt: thursday, calls: [at] } as const;
  const made = leadWith({ ...set, calls: [at], nextAt: "2026-11-26T15:00:00Z", version: 1 });
  const server = serve(made);
  const { withheld } = await sendChange(changeOf(lead, { set: { ...set, calls: [at] } }), lead);
  expect(withheld).toEqual({});
  expect(server.lead.version).toBe(1);
});

test("a time in another notation is the same time", () => {
  const change = changeOf(lead, { set: { nextAt: thursday } });
  expect(rebase(change, { ...lead, nextAt: "2026-11-23T19:00:00Z" }).withheld).toEqual({});
});

test("the server names the person who takes a lead", async () => {
  const server = serve(lead);
  await sendChange(changeOf(lead, { set: { takenBy: "kim@example.com" } }), lead);
  expect(server.lead.takenBy).toBe("kim@example.com");
  const taken = server.lead;
  await sendChange(changeOf(taken, { set: { takenBy: null } }), taken);
  expect(server.lead.takenBy).toBeNull();
});

test("a lead that somebody else took stays theirs", async () => {
  serve(leadWith({ version: 1, takenBy: "al@example.com" }));
  const change = changeOf(lead, { set: { takenBy: "kim@example.com" } });
  expect((await sendChange(change, lead)).lead.takenBy).toBe("al@example.com");
});

test("a verdict on a lead that somebody else judged otherwise is not sent", async () => {
  const suspect = leadWith({ suspect: true });
  const judged = leadWith({ suspect: true, status: "spam", version: 1, nextAt: null });
  const server = serve(judged);
  const { withheld } = await sendChange(changeOf(suspect, { verdict: "customer" }), judged);
  expect(withheld).toMatchObject({ status: "new", suspect: false });
  expect(server.requests).toEqual([]);
});

test("a conflict at the same version is not tried again", async () => {
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return Response.json({ error: "No.", lead }, { status: 409 });
  });
  await expect(sendChange(changeOf(lead, { set: { status: "won" } }), lead)).rejects.toThrow("No.");
  expect(requests).toBe(1);
});

test.each([404, 401, 422, 500])(
  "a proxy's page with the status %d is not a response of the server",
  async (status) => {
    vi.stubGlobal("fetch", async () => {
      return new Response("<h1>Not found</h1>", {
        status,
        headers: { "Content-Type": "text/html" },
      });
    });
    const sending = sendChange(changeOf(lead, { set: { status: "won" } }), lead);
    await expect(sending).rejects.toThrow("The server was not reached.");
  },
);

const suspect = leadWith({ suspect: true, nextAt: at });

test.each<[string, Lead, Partial<Change>]>([
  ["a status", lead, { set: { status: "won", won: 1850, nextAt: later } }],
  ["a call", leadWith({ calls: [at], nextAt: at }), { set: { calls: [at, later], nextAt: later } }],
  ["a note", lead, { set: { note: "Gate 4711" } }],
  ["spam", leadWith({ status: "quoted", nextAt: later }), { verdict: "spam" }],
  ["the spam of a suspect", suspect, { verdict: "spam" }],
  ["a customer", suspect, { verdict: "customer" }],
  ["a customer after all", { ...lead, status: "spam", nextAt: null }, { verdict: "customer" }],
])("undoing %s restores the lead", (_, before, fields) => {
  const change = changeOf(before, fields);
  const after = applyChange(before, change);
  const undo = { ...changeOf(after, { id: `${later} 2` }), ...undoOf(change) };
  const undone = applyChange(after, undo);
  expect(decisionsOf(undone)).toEqual(decisionsOf(before));
});

test("a changed lead has its new list and due time at once", () => {
  const now = Date.parse(at);
  const called = applyChange(lead, changeOf(lead, { set: { status: "no-answer", nextAt: later } }));
  expect(listOf(called, now)).toBe("later");
  expect(called.lateAt).toBe("2026-11-23T22:00:00.000Z");
  expect(
    applyChange(lead, changeOf(lead, { set: { status: "lost", nextAt: null } })).lateAt,
  ).toBeNull();
});

test("an entered caller is in the list before the server has them", () => {
  const enter = { id: "1", name: "Kim Oak", phone: "404-555-0123", details: "Stump", nextAt: at };
  const seen = { ...decisionsOf(lead), status: "called", calls: [at] } as Change["seen"];
  const entered = enteredLead(changeOf(lead, { enter, seen, leadId: "1" }));
  expect(entered).toMatchObject({ id: "1", name: "Kim Oak", source: "call", status: "called" });
  expect(entered && listOf(entered, Date.parse(at))).toBe("now");
});

test("a change can be sent without what the visitor wrote", async () => {
  const before = leadWith({ note: "Gate 4711" });
  const kept = withoutVisitor(changeOf(before, { set: { note: "Gate 4712" } }));
  for (const own of [lead.name, lead.phone, lead.address, lead.details, lead.service]) {
    expect(JSON.stringify(kept)).not.toContain(own);
  }
  serve(before);
  expect((await sendChange(kept, before)).lead).toMatchObject({ note: "Gate 4712" });
});
