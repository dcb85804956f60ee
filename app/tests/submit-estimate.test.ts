import { beforeEach, expect, test, vi } from "vitest";
import { estimate } from "./sample-estimate";

const KEY = "6f2c3d0e-7c53-4a55-9d8f-0d8a3f5f2b11";

/** What the backend answers, by path; a function may throw as `fetch` does. */
type Answers = Record<string, () => Response>;

let requests: { path: string; body: unknown; key: string | null }[];

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

const answersOfSuccess: Answers = {
  "/api/get-tracking-data": () => json(200, { data: { visitor_id: "v", session_id: "s" } }),
  "/rest/v1/site_forms": () => json(201, { id: "1" }),
  "/api/send-email": () => json(200, { success: true }),
  "/api/estimate-requests": () => json(201, { id: "1" }),
};

/** `submitEstimate` as a page that has just been loaded has it, before this backend. */
async function submitTo(answers: Answers) {
  vi.resetModules();
  const all = { ...answersOfSuccess, ...answers };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), "http://site.test");
    const headers = new Headers(init?.headers);
    requests.push({
      path: pathname,
      body: JSON.parse(String(init?.body)),
      key: headers.get("idempotency-key"),
    });
    const answer = all[pathname];
    if (!answer) throw new Error(`No answer for ${pathname}`);
    return answer();
  });
  const { submitEstimate } = await import("../src/features/estimate/submit-estimate");
  return submitEstimate(estimate, KEY);
}

const paths = () => requests.map(({ path }) => path);

beforeEach(() => {
  requests = [];
  vi.doUnmock("validator-wasm");
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
  expect(requests[1]?.body).toMatchObject({ full_name: "Jane Doe", visitor_id: "v" });
});

test("without tracking data nothing is saved", async () => {
  const notice = await submitTo({ "/api/get-tracking-data": () => json(500, { error: "x" }) });
  expect(notice).toMatchObject({
    title: "Something went wrong",
    text: "Failed to get tracking data",
  });
  expect(paths()).toEqual(["/api/get-tracking-data"]);
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

test("a mail that is refused is told with status and reason", async () => {
  const notice = await submitTo({ "/api/send-email": () => json(502, { error: "Refused." }) });
  expect(notice).toMatchObject({
    title: "Something went wrong",
    text: "Email failed to send: 502 Refused.",
  });
});

test("a call that takes too long ends with the words for it", async () => {
  const notice = await submitTo({
    "/api/send-email": () => {
      throw new DOMException("signal timed out", "TimeoutError");
    },
  });
  expect(notice.text).toBe("Submission failed. Please try again or call us directly.");
});

test("where the validator does not load, the backend gets the raw form and decides", async () => {
  vi.doMock("validator-wasm", () => {
    throw new Error("blocked");
  });
  const notice = await submitTo({
    "/api/estimate-requests": () =>
      json(422, {
        code: "PT422",
        message: "Missing Information",
        details: "Please fill in all required fields.",
        hint: "phone",
      }),
  });
  expect(notice).toMatchObject({ title: "Missing Information", field: "phone" });
  expect(paths()).toEqual(["/api/estimate-requests"]);
  expect(requests[0]).toMatchObject({ key: KEY, body: estimate });
});
