/**
 * Saves leads like the backend, but without its rate limit, cooldown, idempotency, and outbox.
 *
 *     DATABASE_URL=postgres://… PORT=8081 node server.mjs
 */
import { hash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import pg from "pg";
import { z } from "zod";

/** Returns a list of the rules as one pattern. */
function pattern(list) {
  const file = new URL(`../../../validator-wasm/rules/${list}.txt`, import.meta.url);
  const entries = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"))
    .map((entry) => RegExp.escape(entry));
  return new RegExp(entries.join("|"), "i");
}

const blockedEmail = pattern("email-blocklist");
const promotion = pattern("promotional-phrases");

const Lead = z.object({
  full_name: z.string().regex(/^\s*\S+\s+\S/, "Please fill in all required fields."),
  email: z.string().refine((email) => !blockedEmail.test(email), {
    error: "Your email address is not allowed.",
  }),
  phone: z.string().regex(/\S/, "Please fill in all required fields."),
  message: z
    .string()
    .regex(/^Service: .*\S.*\nUrgency: .*\nAddress: .*\S/, "Please fill in all required fields.")
    .refine((message) => !promotion.test(message.replace(/\s+/g, " ")), {
      error: "Your message appears to contain promotional content.",
    }),
  site_name: z.string(),
  visitor_id: z.string().max(200).nullish(),
  session_id: z.string().max(200).nullish(),
  referrer: z.string().nullish(),
});

// pg prepares a named statement once per connection.
const INSERT = {
  name: "insert-lead",
  text: `INSERT INTO site_forms (full_name, email, phone, message, site_name, visitor_id, session_id, referrer, ip_hash, ua)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const secret = randomBytes(32).toString("hex");
const fastify = Fastify({ trustProxy: "loopback" });

fastify.post("/rest/v1/site_forms", async (request, reply) => {
  const { success, data, error } = Lead.safeParse(request.body);
  if (!success) return reply.code(422).send({ message: error.issues[0].message });
  const ipHash = hash("sha256", secret + request.ip);
  const { rows } = await pool.query({
    ...INSERT,
    values: [
      data.full_name,
      data.email,
      data.phone,
      data.message,
      data.site_name,
      data.visitor_id,
      data.session_id,
      data.referrer,
      ipHash,
      request.headers["user-agent"],
    ],
  });
  return reply.code(201).send(rows[0]);
});

fastify.get("/readyz", async () => {
  await pool.query("SELECT 1");
  return { status: "ready" };
});

fastify.addHook("onClose", () => pool.end());
process.on("SIGTERM", () => fastify.close());
await fastify.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
