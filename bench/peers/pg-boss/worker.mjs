/**
 * Mails the owner about each lead in the queue, like the backend's outbox.
 *
 *     DATABASE_URL=postgres://… SMTP_URL=smtp://… node worker.mjs
 */
import nodemailer from "nodemailer";
import { PgBoss } from "pg-boss";

const FROM = "Website <website@site.example>";
const TO = "owner@site.example";

/** The number of concurrent mails, one per connection to the mail server. */
const CONNECTIONS = 8;

const transport = nodemailer.createTransport({
  ...{ url: process.env.SMTP_URL, ignoreTLS: true },
  ...{ pool: true, maxConnections: CONNECTIONS, maxMessages: Number.POSITIVE_INFINITY },
});

const boss = new PgBoss(process.env.DATABASE_URL);
boss.on("error", (error) => console.error(error));
await boss.start();
await boss.work(
  "mails",
  // Two workers: one records a batch while the other one sends. A full batch is followed by the
  // next one at once, and mails fail independently.
  { batchSize: 100, localConcurrency: 2, burstWhenBatchFull: true, perJobResults: true },
  (jobs) => Promise.all(jobs.map(deliver)),
);

async function deliver({ id, data }) {
  try {
    await transport.sendMail({
      from: FROM,
      to: TO,
      messageId: `<${id}@site.example>`,
      ...compose(data),
    });
    return { id, status: "completed" };
  } catch (error) {
    return { id, status: "failed", output: { message: error.message } };
  }
}

const ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "<br>\n",
};

const escaped = (text) => text.trim().replace(/[&<>"'\n]/g, (character) => ENTITIES[character]);

function compose({ full_name, phone, email, message }) {
  const rows = Object.entries({ Name: full_name, Phone: phone, Email: email, Request: message });
  return {
    subject: `New estimate request from ${full_name}`,
    text: `New estimate request\n\n${rows.map(([label, value]) => `${label}: ${value}\n`).join("")}`,
    html: `<h1>New estimate request</h1>\n<table cellpadding="6">\n${rows
      .map(
        ([label, value]) => `<tr><th align="left">${label}</th><td>${escaped(value)}</td></tr>\n`,
      )
      .join("")}</table>\n`,
  };
}

process.on("SIGTERM", async () => {
  await boss.stop();
  transport.close();
});
