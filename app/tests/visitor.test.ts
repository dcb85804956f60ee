import { beforeEach, expect, test, vi } from "vitest";

const load = vi.fn();
vi.mock("@fingerprintjs/fingerprintjs", () => ({ load }));

/** A tab's storage. */
class TabStorage {
  entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
}

let sessionStorage: TabStorage;

/** The module as a page that has just been loaded has it. */
async function freshPage({ globalPrivacyControl = false } = {}) {
  vi.resetModules();
  vi.stubGlobal("navigator", { globalPrivacyControl });
  return import("../src/backend/visitor");
}

beforeEach(() => {
  sessionStorage = new TabStorage();
  vi.stubGlobal("sessionStorage", sessionStorage);
  vi.stubGlobal("document", { referrer: "https://www.example.org/" });
  load.mockReset().mockResolvedValue({ get: async () => ({ visitorId: "fingerprint" }) });
});

test("a visitor has a fingerprint, a session and a referrer; monitoring is off", async () => {
  const { currentVisitor } = await freshPage();
  const visitor = await currentVisitor(1000);
  expect(visitor).toEqual({
    visitor_id: "fingerprint",
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    referrer: "https://www.example.org/",
  });
  expect(load).toHaveBeenCalledExactlyOnceWith({ monitoring: false });
});

test("the session lasts as long as the tab", async () => {
  const first = await (await freshPage()).currentVisitor(1000);
  const second = await (await freshPage()).currentVisitor(1000);
  expect(second.session_id).toBe(first.session_id);
  expect([...sessionStorage.entries.values()]).toEqual([first.session_id]);
});

test("without a fingerprint a random UUID stands in, the same for the whole page", async () => {
  load.mockRejectedValue(new Error("blocked"));
  const { currentVisitor } = await freshPage();
  const first = await currentVisitor(1000);
  const second = await currentVisitor(1000);
  expect(first.visitor_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.visitor_id).toBe(first.visitor_id);
});

test("a fingerprint that hangs is not waited for", async () => {
  load.mockReturnValue(new Promise(() => {}));
  const { currentVisitor } = await freshPage();
  expect((await currentVisitor(0)).visitor_id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a session is kept in memory where storage is blocked", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const { currentVisitor } = await freshPage();
  const first = await currentVisitor(1000);
  const second = await currentVisitor(1000);
  expect(first.session_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.session_id).toBe(first.session_id);
});

test("under Global Privacy Control there is no fingerprint and nothing is stored", async () => {
  const { currentVisitor, prepareVisitor, mayStore } = await freshPage({
    globalPrivacyControl: true,
  });
  prepareVisitor();
  expect(await currentVisitor(1000)).toEqual({
    visitor_id: null,
    session_id: null,
    referrer: "https://www.example.org/",
  });
  expect(mayStore()).toBe(false);
  expect(load).not.toHaveBeenCalled();
  expect(sessionStorage.entries.size).toBe(0);
});
