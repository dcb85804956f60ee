import { beforeEach, expect, test, vi } from "vitest";
import company from "../../../company.json" with { type: "json" };
import { estimate } from "./sample-estimate";

const KEY = "6f2c3d0e-7c53-4a55-9d8f-0d8a3f5f2b11";

/** The backend's responses by path. A function may throw as `fetch` does. */
type Answers = Record<string, () => Response>;

let requests: {
  path: string;
  body: unknown;
  key: string | null;
  token: string | null;
  trap: string | null;
}[];

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

const answersOfSuccess: Answers = {
  "/api/get-tracking-data": () => json(200, { data: { visitor_id: "v", session_id: "s" } }),
  "/rest/v1/site_forms": () => json(201, { id: "1" }),
  "/api/send-email": () => json(200, { success: true }),
  "/api/form-token": () => json(200, { token: "the-token" }),
  // Whether there is a network.
  "/": () => new Response(),
};

const noNetwork = () => {
  throw new TypeError("Failed to fetch");
};

/** Lets the second pass after which a call is made again. */
const passSecond = () => setImmediate(() => vi.advanceTimersByTime(1_000));

/**
 * Runs `submitEstimate` of a page that has just loaded, with this backend. `website` is the content of the
 * honeypot.
 */
async function submitTo(answers: Answers, website = "") {
  const { submitEstimate } = await pageBefore(answers);
  return submitEstimate(estimate, KEY, website);
}

/** Returns the sending functions of a page that has just loaded, with this backend. */
async function pageBefore(answers: Answers) {
  vi.resetModules();
  const all = { ...answersOfSuccess, ...answers };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), "http://site.test");
    const headers = new Headers(init?.headers);
    const isHead = init?.method === "HEAD";
    if (!isHead)
      requests.push({
        path: pathname,
        body: init?.body && JSON.parse(String(init.body)),
        key: headers.get("idempotency-key"),
        token: headers.get("x-form-token"),
        trap: headers.get("x-form-trap"),
      });
    const answer = all[pathname];
    if (!answer) throw new Error(`No answer for ${pathname}`);
    if (!isHead) passSecond();
    return answer();
  });
  return {
    ...(await import("../../src/api/form-token")),
    ...(await import("../../src/features/estimate/submit-estimate")),
  };
}

const paths = () => requests.map(({ path }) => path);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // Its own timer is not one that a test can move.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), ms);
    return controller.signal;
  });
  requests = [];
  vi.doUnmock("validator-wasm");
  vi.doUnmock("@supabase/supabase-js");
  // Global Privacy Control keeps the fingerprint and the storage out of these tests.
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  vi.stubGlobal("document", { referrer: "" });
  vi.stubGlobal("window", { location: new URL("http://site.test") });
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("the calls are made in order, with one key for the row and the mail", async () => {
  const notice = await submitTo({});
  expect(notice).toMatchObject({ kind: "success", title: "Request submitted successfully!" });
  expect(paths()).toEqual(["/api/get-tracking-data", "/rest/v1/site_forms", "/api/send-email"]);
  expect(requests.map(({ key }) => key)).toEqual([null, KEY, KEY]);
  expect(requests.map(({ body }) => body)).toEqual([
    { visitor_id: null, session_id: null, referrer: "" },
    {
      full_name: "Jane Doe",
      email: estimate.email,
      phone: estimate.phone,
      message: `Service: Tree Removal\nUrgency: Routine\nAddress: ${estimate.address}\nDetails:\n${estimate.message}`,
      site_name: company.siteName,
      visitor_id: "v",
      session_id: "s",
    },
    { subject: expect.stringContaining("Jane Doe"), html: expect.stringContaining("Jane Doe") },
  ]);
});

test("after an attempt that saved nothing, the next need not wait", async () => {
  const answers = [json(500, {}), json(201, { id: "1" })];
  const page = await pageBefore({ "/rest/v1/site_forms": () => answers.shift() as Response });
  expect(await page.submitEstimate(estimate, KEY, "")).toMatchObject({ kind: "failure" });
  expect(await page.submitEstimate(estimate, KEY, "")).toMatchObject({ kind: "success" });
  const notice = await page.submitEstimate(estimate, KEY, "");
  expect(notice).toMatchObject({ kind: "failure", title: "Slow down!" });
});

test.each([
  ["not ready", () => json(503, { code: "PGRST001", message: "No database" })],
  ["not there", noNetwork],
])("a server that is %s is asked again with the same key, until it is", async (_, fail) => {
  const answers = [fail, answersOfSuccess["/rest/v1/site_forms"]];
  const notice = await submitTo({ "/rest/v1/site_forms": () => answers.shift()?.() as Response });
  expect(notice).toMatchObject({ kind: "success" });
  expect(requests.map(({ key }) => key)).toEqual([null, KEY, KEY, KEY]);
});

test.each([
  ["an error", () => json(500, { error: "x" })],
  ["nothing in it", () => json(200, {})],
  ["null", () => json(200, null)],
  ["no data", () => json(200, { data: null })],
  ["empty data", () => json(200, { data: {} })],
  ["a list", () => json(200, { data: [] })],
  ["a text", () => json(200, { data: "visitor_id session_id" })],
  ["a page", () => new Response("<html></html>")],
] satisfies [string, () => Response][])(
  "without tracking data nothing is saved: %s",
  async (_, answer) => {
    const notice = await submitTo({ "/api/get-tracking-data": answer });
    expect(notice).toMatchObject({
      title: "Something went wrong",
      text: "Failed to get tracking data",
    });
    expect(paths()).toEqual(["/api/get-tracking-data"]);
  },
);

test("a call for tracking data that never left, as with a content blocker, leaves the form to the browser", async () => {
  expect(await submitTo({ "/api/get-tracking-data": noNetwork })).toBeNull();
  expect(paths()).toEqual(["/api/get-tracking-data", "/api/get-tracking-data"]);
});

test("tracking data that takes too long ends with the words for it", async () => {
  const late = () => {
    throw new DOMException("The operation timed out", "TimeoutError");
  };
  const notice = await submitTo({ "/api/get-tracking-data": late });
  expect(notice?.text).toBe("Failed to get tracking data");
});

test.each([
  ["an error", () => json(503, { code: "PGRST001", message: "No database" }), "No database"],
  [
    "404 with an empty body, which supabase-js calls no error",
    () => new Response(null, { status: 404 }),
  ],
  ["404 with an empty array, which supabase-js calls no error", () => json(404, [])],
  ["200 with a page", () => new Response("<html></html>", { status: 200 })],
  ["201 without a row", () => new Response(null, { status: 201 })],
] satisfies [string, () => Response, string?][])(
  "a row that is not saved is no success, and no mail is sent: %s",
  async (_, answer, text = "Submission failed. Please try again or call us directly.") => {
    const notice = await submitTo({ "/rest/v1/site_forms": answer });
    expect(notice).toMatchObject({ kind: "failure", title: "Something went wrong", text });
    expect(paths()).not.toContain("/api/send-email");
    expect(console.error).toHaveBeenCalledOnce();
  },
);

const saved = "Your request is saved: there is no need to send it again.";

test.each([
  ["a sentence", () => json(502, { error: "Refused." }), "502 Refused"],
  ["plain text", () => new Response("No mail server", { status: 500 }), "500 No mail server"],
  [
    "a page",
    () => new Response("<h1>Bad Gateway</h1>", { status: 502 }),
    "502 <h1>Bad Gateway</h1>",
  ],
  ["nothing", () => new Response(null, { status: 503 }), "503"],
  ["no success", () => json(200, { success: false }), '200 {"success":false}'],
] satisfies [string, () => Response, string][])(
  "a mail that fails is told with status and text, and nobody is asked to send again: %s",
  async (_, answer, told) => {
    const notice = await submitTo({ "/api/send-email": answer });
    expect(notice).toMatchObject({
      kind: "failure",
      title: "Something went wrong",
      text: `Email failed to send: ${told}. ${saved}`,
    });
  },
);

test("a mail that takes too long is no reason to send again either", async () => {
  const notice = await submitTo({
    "/api/send-email": () => {
      throw new DOMException("signal timed out", "TimeoutError");
    },
  });
  expect(notice?.text).toBe(`Email failed to send. ${saved}`);
});

test("a call that takes too long before anything is saved ends with the words for it", async () => {
  const notice = await submitTo({
    "/rest/v1/site_forms": () => {
      throw new DOMException("signal timed out", "TimeoutError");
    },
  });
  expect(notice?.text).toBe("Submission failed. Please try again or call us directly.");
});

test.each(["/api/get-tracking-data", "/rest/v1/site_forms", "/api/send-email"])(
  "a call that is never answered is given up after 15 seconds: %s",
  async (path) => {
    const page = await pageBefore({});
    const { fetch } = globalThis;
    const hangs = Promise.withResolvers<void>();
    vi.stubGlobal("fetch", (input: string | URL, init: RequestInit) => {
      if (!String(input).includes(path)) return fetch(input, init);
      hangs.resolve();
      return new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    });
    const notice = page.submitEstimate(estimate, KEY, "");
    await hangs.promise;
    vi.advanceTimersByTime(15_000);
    expect(await notice).toMatchObject({ kind: "failure", title: "Something went wrong" });
  },
);

test("a page with a key that the server does not know any more is told to reload", async () => {
  const notice = await submitTo({
    "/rest/v1/site_forms": () => json(401, { code: "PGRST301", message: "Invalid API key" }),
  });
  expect(notice?.text).toBe(
    "This page is out of date. Reload it and send the form again, or call us.",
  );
});

test("without a network it is tried for 15 seconds, then the form is left to the browser", async () => {
  vi.stubGlobal("navigator", { globalPrivacyControl: true, onLine: false });
  expect(await submitTo({ "/api/get-tracking-data": noNetwork, "/": noNetwork })).toBeNull();
  expect(paths()).toEqual(Array(15).fill("/api/get-tracking-data"));
});

test.each(["validator-wasm", "@supabase/supabase-js"])(
  "where a part does not load, nothing is sent and the form is left to the browser: %s",
  async (part) => {
    vi.doMock(part, () => {
      throw new Error("blocked");
    });
    expect(await submitTo({})).toBeNull();
    expect(paths()).toEqual([]);
  },
);

test("a refusal by the rules does not wait for the data service", async () => {
  vi.doMock("@supabase/supabase-js", () => new Promise(() => {}));
  const page = await pageBefore({});
  const notice = await page.submitEstimate({ ...estimate, phone: "" }, KEY, "");
  expect(notice).toMatchObject({ title: "Missing Information", field: "phone" });
  expect(paths()).toEqual([]);
});

test("the token is sent with the row, and the next form has one of its own", async () => {
  let issued = 0;
  const page = await pageBefore({
    "/api/form-token": () => json(200, { token: `token-${++issued}` }),
  });
  await page.askForFormToken();
  await page.askForFormToken();
  await page.submitEstimate(estimate, KEY, "");
  const row = requests.find(({ path }) => path === "/rest/v1/site_forms");
  expect(row).toMatchObject({ token: "token-1", trap: null });
  expect(page.formToken()).toBe("token-1");

  page.forgetFormToken();
  expect(page.formToken()).toBeUndefined();
  await page.askForFormToken();
  expect(page.formToken()).toBe("token-2");
});

test("a filled honeypot is sent with the row, which is saved like any other", async () => {
  const notice = await submitTo({}, "https://example.org");
  expect(notice?.kind).toBe("success");
  expect(requests[1]).toMatchObject({ path: "/rest/v1/site_forms", trap: "filled" });
  expect(requests[1]?.body).not.toHaveProperty("website");
});

test.each([
  ["it is refused", () => json(503, { error: "Away." })],
  ["it is a page", () => new Response("<html></html>")],
  ["it holds no token", () => json(200, {})],
  ["it holds what no header takes", () => json(200, { token: "träge\n" })],
  ["there is no network", noNetwork],
] satisfies [string, () => Response][])(
  "a token that does not come keeps nothing from being sent: %s",
  async (_, answer) => {
    const page = await pageBefore({ "/api/form-token": answer });
    await page.askForFormToken();
    expect((await page.submitEstimate(estimate, KEY, ""))?.kind).toBe("success");
    expect(new Set(requests.map(({ token }) => token))).toEqual(new Set([null]));
    expect(console.error).not.toHaveBeenCalled();
    // The next attempt requests the token again.
    await page.askForFormToken();
    expect(paths().filter((path) => path === "/api/form-token")).toHaveLength(2);
  },
);

test("a token that is on its way is not waited for, and not asked for twice", async () => {
  const page = await pageBefore({});
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    if (input !== "/api/form-token") return fetch(input, init);
    requests.push({ path: input, body: null, key: null, token: null, trap: null });
    return new Promise(() => {});
  });
  void page.askForFormToken();
  void page.askForFormToken();
  expect((await page.submitEstimate(estimate, KEY, ""))?.kind).toBe("success");
  expect(paths().filter((path) => path === "/api/form-token")).toHaveLength(1);
});
