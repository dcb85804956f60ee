import { beforeEach, expect, test, vi } from "vitest";
import { TabStorage } from "./tab-storage";

const load = vi.fn();
vi.mock("@fingerprintjs/fingerprintjs", () => ({ load }));

let sessionStorage: TabStorage;

/** Returns the modules in the state of a page that has just loaded. */
async function freshPage({ globalPrivacyControl = false } = {}) {
  vi.resetModules();
  vi.stubGlobal("navigator", { globalPrivacyControl });
  return {
    ...(await import("../../src/api/visitor")),
    ...(await import("../../src/api/fingerprint")),
  };
}

beforeEach(() => {
  sessionStorage = new TabStorage();
  vi.stubGlobal("sessionStorage", sessionStorage);
  vi.stubGlobal("document", { referrer: "https://www.example.org/" });
  load.mockReset().mockResolvedValue({ get: async () => ({ visitorId: "fingerprint" }) });
});

test("a visitor has a fingerprint, a session and a referrer; monitoring is off", async () => {
  const { fingerprintedVisitor } = await freshPage();
  expect(await fingerprintedVisitor(1000)).toEqual({
    visitor_id: "fingerprint",
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    referrer: "https://www.example.org/",
  });
  expect(load).toHaveBeenCalledExactlyOnceWith({ monitoring: false });
});

test("visitor and session are the same for as long as the tab is open", async () => {
  const first = await (await freshPage()).fingerprintedVisitor(1000);
  const { currentVisitor } = await freshPage();
  expect(currentVisitor()).toEqual(first);
});

test("a call click has the fingerprint, which the lead has too", async () => {
  const body = vi.fn();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    body(JSON.parse(String(init.body)).visitor_id);
    return Response.json({ success: true });
  });
  const { fingerprintedVisitor } = await freshPage();
  const { recordPhoneClick } = await import("../../src/api/phone-click");
  expect(await recordPhoneClick()).toEqual({ success: true });
  expect(body).toHaveBeenCalledExactlyOnceWith("fingerprint");
  expect(await fingerprintedVisitor(1000)).toMatchObject({ visitor_id: "fingerprint" });
});

test("a click that is quicker than the fingerprint has the id that the lead will have", async () => {
  load.mockReturnValue(new Promise(() => {}));
  const { fingerprintedVisitor } = await freshPage();
  const atClick = await fingerprintedVisitor(0);
  expect(atClick.visitor_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await fingerprintedVisitor(0)).toEqual(atClick);
});

test("without a fingerprint a random UUID takes its place, the same for the whole page", async () => {
  load.mockRejectedValue(new Error("blocked"));
  const { fingerprintedVisitor } = await freshPage();
  const first = await fingerprintedVisitor(1000);
  const second = await fingerprintedVisitor(1000);
  expect(first.visitor_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.visitor_id).toBe(first.visitor_id);
});

test("a fingerprint that hangs is not waited for", async () => {
  load.mockReturnValue(new Promise(() => {}));
  const { fingerprintedVisitor } = await freshPage();
  expect((await fingerprintedVisitor(0)).visitor_id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a session is kept in memory where storage is blocked", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const { currentVisitor } = await freshPage();
  const first = currentVisitor();
  expect(first.session_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(currentVisitor()).toEqual(first);
});

test("under Global Privacy Control there is no fingerprint and nothing is stored", async () => {
  const { fingerprintVisitor, fingerprintedVisitor } = await freshPage({
    globalPrivacyControl: true,
  });
  void fingerprintVisitor();
  expect(await fingerprintedVisitor(1000)).toEqual({
    visitor_id: null,
    session_id: null,
    referrer: "https://www.example.org/",
  });
  expect(load).not.toHaveBeenCalled();
  expect(sessionStorage.entries.size).toBe(0);
});
