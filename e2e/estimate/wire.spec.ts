import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { business } from "../../app/src/content/business.ts";
import { expect, test } from "../running-site.ts";
import { notices } from "./estimate-page.ts";

// The data service through the real supabase-js. The server's tests have what it sends by HTTP.

const ANON_KEY = "development-anon-key";

const row = {
  full_name: "Robin Alder",
  email: "robin.alder@gmail.com",
  phone: "404-555-0123",
  message: "Service: Tree Removal\nUrgency: Routine\nAddress: 12 Oak Street, Decatur, GA",
  site_name: business.name.toLowerCase().replaceAll(" ", "-"),
};

test("supabase-js saves a row once, and reads why others are refused", async ({ site }) => {
  const service = createClient(site.url, ANON_KEY);
  const [session_id, key] = [randomUUID(), randomUUID()];
  const insert = (changes: object) => service.from("site_forms").insert({ ...row, ...changes });
  const saved = () =>
    insert({ session_id }).select().single().setHeader("Idempotency-Key", key).throwOnError();
  const first = await saved();
  expect(first).toMatchObject({ status: 201, data: { full_name: row.full_name, session_id } });
  const again = await saved();
  expect(again.data.id).toBe(first.data.id);
  const alone = await service.from("site_forms").insert([row, row], { count: "exact" });
  expect(alone).toMatchObject({ status: 201, error: null, data: null, count: 2 });

  const stranger = createClient(site.url, "another-key");
  const refused = [
    await insert({ email: "info@oakhill.com" }).select(),
    await insert({ session_id, phone: "404-555-0199" }).select().single(),
    await insert({ admin: true }),
    await service.from("leads").insert(row),
    await service.rpc("hello", { to: "Robin" }),
    await stranger.from("site_forms").insert(row),
  ];
  expect(refused.map(({ status, error }) => [status, error?.code, error?.message])).toEqual([
    [422, "PT422", notices.email.title],
    [429, "PT429", notices.cooldown.title],
    [400, "PGRST204", expect.stringMatching(/./)],
    [404, "PGRST205", expect.stringMatching(/./)],
    [404, "PGRST202", "Could not find the function public.hello(to) in the schema cache"],
    [401, expect.stringMatching(/^PGRST30/), expect.stringMatching(/./)],
  ]);
  expect(refused[0]?.error).toMatchObject({ details: notices.email.text, hint: "email" });

  const text = expect.stringContaining("only accepts rows of site_forms");
  const signIn = await service.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  expect(signIn.error).toMatchObject({ name: "AuthApiError", status: 404, message: text });
  const upload = await service.storage.from("photos").upload("a.jpg", new Blob(["x"]));
  expect(upload.error).toMatchObject({ name: "StorageApiError", message: text });
  const invoked = await service.functions.invoke("hello");
  expect(invoked.error).toMatchObject({ name: "FunctionsHttpError" });
  const body = await invoked.error.context.json();
  expect(body).toEqual({ code: "NOT_FOUND", message: text });
});
