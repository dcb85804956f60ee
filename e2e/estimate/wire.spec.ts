import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { LeadRow } from "../../app/src/api/save-lead.ts";
import { business } from "../../app/src/content/business.ts";
import { test as base, expect } from "../running-site.ts";
import { notices } from "./estimate-page.ts";

// The data service through the real supabase-js.

const ANON_KEY = "development-anon-key";

interface Wire {
  service: SupabaseClient;
  /** A row that the rules accept, with its own session. */
  row: LeadRow;
}

const test = base.extend<Wire>({
  service: async ({ site }, use) => use(createClient(site.url, ANON_KEY)),

  row: async ({ site }, use) => {
    const response = await fetch(`${site.url}/api/get-tracking-data`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "wire" },
      body: JSON.stringify({ visitor_id: "v", session_id: randomUUID(), referrer: "" }),
    });
    const { data } = await response.json();
    await use({
      full_name: "Robin Alder",
      email: "robin.alder@gmail.com",
      phone: "404-555-0123",
      message: [
        "Service: Tree Removal",
        "Urgency: Routine",
        "Address: 12 Oak Street, Decatur, GA",
        "Details:",
        "The oak leans.",
      ].join("\n"),
      site_name: business.name.toLowerCase().replaceAll(" ", "-"),
      ...data,
    });
  },
});

test("an insert with .select().single() answers the row", async ({ service, row }) => {
  const { data, error, status } = await service.from("site_forms").insert(row).select().single();
  expect(error).toBeNull();
  expect(status).toBe(201);
  expect(data).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    full_name: row.full_name,
    session_id: row.session_id,
  });
});

test("an insert with .select() answers an array", async ({ service, row }) => {
  const { data, status } = await service.from("site_forms").insert(row).select();
  expect(status).toBe(201);
  expect(data).toMatchObject([{ full_name: row.full_name }]);
});

test("an insert without .select() answers nothing", async ({ service, row, site }) => {
  const { data, error, status } = await service.from("site_forms").insert(row);
  expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 });
  const saved = await site.sql("SELECT 1 FROM site_forms WHERE session_id = $1", [row.session_id]);
  expect(saved).toHaveLength(1);
});

test("an array of one row is inserted", async ({ service, row }) => {
  const { data, status } = await service.from("site_forms").insert([row]).select();
  expect(status).toBe(201);
  expect(data).toMatchObject([{ phone: row.phone }]);
});

test("a wrong key is refused", async ({ site, row }) => {
  const stranger = createClient(site.url, "another-key");
  const { error, status } = await stranger.from("site_forms").insert(row).select().single();
  expect(status).toBe(401);
  expect(error).toMatchObject({ code: expect.stringMatching(/^PGRST30/), message: /./ });
});

test("an unknown table is not there", async ({ service, row }) => {
  const { error, status } = await service.from("leads").insert(row).select();
  expect(status).toBe(404);
  expect(error?.code).toBe("PGRST205");
});

test("an unknown column is refused", async ({ service, row }) => {
  const { error, status } = await service.from("site_forms").insert({ ...row, admin: true });
  expect(status).toBe(400);
  expect(error?.code).toBe("PGRST204");
});

test("malformed JSON is refused in PostgREST's shape", async ({ site }) => {
  const response = await fetch(`${site.url}/rest/v1/site_forms`, {
    method: "POST",
    headers: { apikey: ANON_KEY, "content-type": "application/json" },
    body: '{"full_name":',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: "PGRST102",
    details: null,
    hint: null,
    message: expect.stringMatching(/./),
  });
});

test("a row that the browser would have refused is refused in the same words", async ({
  service,
  row,
}) => {
  const { error, status } = await service
    .from("site_forms")
    .insert({ ...row, email: "info@oakhill.com" })
    .select();
  expect(status).toBe(422);
  expect(error).toMatchObject({
    code: "PT422",
    message: notices.email.title,
    details: notices.email.text,
    hint: "email",
  });
});

test("a second row of a session within 30 seconds is told to slow down", async ({
  service,
  row,
}) => {
  expect((await service.from("site_forms").insert(row)).status).toBe(201);
  const { error, status } = await service.from("site_forms").insert(row).select().single();
  expect(status).toBe(429);
  expect(error).toMatchObject({
    code: "PT429",
    message: notices.cooldown.title,
    details: notices.cooldown.text,
    hint: expect.stringMatching(/^\d+$/),
  });
});

test("the same key and the same lead are saved once; another lead under it is refused", async ({
  service,
  row,
  site,
}) => {
  const key = randomUUID();
  const insert = (lead: Wire["row"]) =>
    service
      .from("site_forms")
      .insert(lead)
      .select()
      .single<{ id: string }>()
      .setHeader("Idempotency-Key", key);
  const first = await insert(row);
  const second = await insert(row);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.data?.id).toBe(first.data?.id);
  const saved = await site.sql("SELECT 1 FROM site_forms WHERE session_id = $1", [row.session_id]);
  expect(saved).toHaveLength(1);

  const other = await insert({ ...row, phone: "404-555-0199" });
  expect(other.status).toBe(422);
  expect(other.error?.message).toBe("Idempotency-Key already used");
});

test("a function is not there, by its name and arguments", async ({ service }) => {
  const { error, status } = await service.rpc("hello", { to: "Robin", from: "Jane" });
  expect(status).toBe(404);
  expect(error).toMatchObject({
    code: "PGRST202",
    message: "Could not find the function public.hello(from, to) in the schema cache",
  });
  const read = await service.rpc("hello", undefined, { get: true });
  expect(read.error?.message).toContain("public.hello without parameters");
});

test("rows are counted", async ({ service, row }) => {
  const rows = [row, { ...row, session_id: randomUUID() }];
  const alone = await service.from("site_forms").insert(rows, { count: "exact" });
  expect(alone).toMatchObject({ status: 201, count: 2, data: null });
  const other = { ...row, session_id: randomUUID() };
  const insert = service.from("site_forms").insert(other, { count: "exact" });
  expect(await insert.select("phone").single()).toMatchObject({
    count: 1,
    data: { phone: row.phone },
  });
});

test("an upsert is refused, and the answer says what to do", async ({ service, row, site }) => {
  for (const ignoreDuplicates of [false, true]) {
    const { error, status } = await service.from("site_forms").upsert(row, { ignoreDuplicates });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "PT400", hint: expect.stringContaining("insert()") });
  }
  const saved = await site.sql("SELECT 1 FROM site_forms WHERE session_id = $1", [row.session_id]);
  expect(saved).toHaveLength(0);
});

test("the other services are not there, in the words of their clients", async ({ service }) => {
  const text = expect.stringContaining("only accepts rows of site_forms");
  const { error } = await service.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  expect(error).toMatchObject({ name: "AuthApiError", status: 404, message: text });

  const photos = service.storage.from("photos");
  const file = new Blob(["x"]);
  for (const answer of [await photos.list(), await photos.upload("a.jpg", file)]) {
    expect(answer.error).toMatchObject({ name: "StorageApiError", message: text });
  }

  const invoked = await service.functions.invoke("hello");
  expect(invoked.error).toMatchObject({ name: "FunctionsHttpError" });
  expect(await invoked.error.context.json()).toEqual({ code: "NOT_FOUND", message: text });
});
