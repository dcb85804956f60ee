import { afterEach, expect, test, vi } from "vitest";
import { mergeNotes, sendChange, undoing, withChange } from "../src/data/change.ts";
import type { Lead } from "../src/data/server.ts";
import { folderOf } from "../src/data/status.ts";

const lead: Lead = {
  id: "0b7c",
  createdAt: "2026-05-04T12:00:00.000Z",
  name: "Robin Alder",
  phone: "404-555-0123",
  email: null,
  service: "Tree Removal",
  urgency: "routine",
  urgencyLabel: "Routine",
  emergency: false,
  address: "12 Oak Street, Decatur, GA",
  details: "The oak leans.",
  message: "",
  city: null,
  state: null,
  status: "new",
  note: "",
  version: 0,
  answeredAt: null,
  changedAt: null,
  suspect: false,
  signals: [],
  mail: "sent",
};

/** Answers as the server does: a change of another version than the lead's is refused. */
function serve(saved: Lead): { lead: Lead; requests: number } {
  const server = { lead: saved, requests: 0 };
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    server.requests += 1;
    const { version, ...change } = JSON.parse(body);
    if (version !== server.lead.version) {
      return Response.json({ error: "It was changed.", lead: server.lead }, { status: 409 });
    }
    server.lead = { ...server.lead, ...change, version: version + 1 };
    return Response.json(server.lead);
  });
  return server;
}

afterEach(() => vi.unstubAllGlobals());

test("a note that nobody else touched is the one that was written", () => {
  expect(mergeNotes("Gate 4711", "Gate 4711", "Gate 4712")).toBe("Gate 4712");
});

test("a note that somebody else wrote in meanwhile has both texts, theirs first", () => {
  expect(mergeNotes("Dog in the yard", "", "Gate 4711")).toBe("Dog in the yard\n\nGate 4711");
});

test("a note that was saved, and whose answer was lost, is not there twice", () => {
  expect(mergeNotes("Gate 4711", "", "Gate 4711")).toBe("Gate 4711");
  expect(mergeNotes("Dog\n\nGate 4711", "", "Gate 4711")).toBe("Dog\n\nGate 4711");
});

test("a note that is emptied keeps what somebody else wrote meanwhile", () => {
  expect(mergeNotes("Dog in the yard", "Gate 4711", "")).toBe("Dog in the yard");
});

test("a status is set on the lead as it is now", async () => {
  const server = serve({ ...lead, version: 3, note: "Dog in the yard" });
  const answer = await sendChange({ lead, status: "called" }, lead);
  expect(answer).toMatchObject({ status: "called", note: "Dog in the yard", version: 4 });
  expect(server.requests).toBe(2);
});

test("a note written on an older version is sent with the newer text before it", async () => {
  const server = serve({ ...lead, version: 1, note: "Dog in the yard" });
  await sendChange({ lead, note: "Gate 4711" }, lead);
  expect(server.lead.note).toBe("Dog in the yard\n\nGate 4711");
});

test("a note of somebody else is kept also where the phone has heard of it before it sends", async () => {
  const newest = { ...lead, version: 1, note: "Dog in the yard" };
  const server = serve(newest);
  await sendChange({ lead, note: "Gate 4711" }, newest);
  expect(server.requests).toBe(1);
  expect(server.lead.note).toBe("Dog in the yard\n\nGate 4711");
});

test("a refusal that names the same version is not asked again", async () => {
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return Response.json({ error: "No.", lead }, { status: 409 });
  });
  await expect(sendChange({ lead, status: "won" }, lead)).rejects.toThrow("No.");
  expect(requests).toBe(1);
});

test.each([
  { lead, status: "won" as const },
  { lead, note: "Gate 4711" },
  { lead, verdict: "spam" as const },
  { lead: { ...lead, suspect: true }, verdict: "customer" as const },
])("what was done is undone: %o", (change) => {
  const after = withChange(change.lead, change);
  const undone = withChange(after, undoing(change));
  expect({ folder: folderOf(undone), status: undone.status === "won", note: undone.note }).toEqual({
    folder: folderOf(change.lead),
    status: false,
    note: change.lead.note,
  });
});
