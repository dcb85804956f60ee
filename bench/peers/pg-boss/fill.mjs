/** Queues a mail for each lead in the table. */
import pg from "pg";
import { PgBoss } from "pg-boss";

const boss = new PgBoss(process.env.DATABASE_URL);
await boss.start();
await boss.createQueue("mails", { retryLimit: 42, retryDelay: 15, retryBackoff: true });
const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();
const { rows } = await client.query("SELECT id, full_name, phone, email, message FROM site_forms");
await client.end();
await boss.insert(
  "mails",
  rows.map(({ id, ...data }) => ({ id, data })),
);
await boss.stop();
