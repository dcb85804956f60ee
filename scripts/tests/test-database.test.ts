/** The Postgres of `cargo test` alone. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { expect, test } from "vitest";
import { query } from "../postgres.ts";
import { ROOT } from "../settings.ts";

test("the Postgres of `cargo test` ends when the tests have ended", {
  timeout: 60_000,
}, async () => {
  const command = ["scripts/run.mjs", "scripts/commands/test-database.ts"];
  const running = execa("node", command, { cwd: ROOT });
  const [url] = await once(createInterface(running.stdout), "line");
  expect((await query(url, "SELECT 1")).rowCount).toBe(1);
  running.stdin.end();
  await running;
  await expect(query(url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
});
