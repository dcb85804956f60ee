import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startSite } from "../test-site.ts";

test("a site stops while another session of its Postgres waits for its client's password", async () => {
  const { hostname, port } = new URL(process.env.TEST_DATABASE_URL ?? "");
  await using site = await startSite();
  const client = connect(Number(port), hostname);
  // Begins a session of protocol 3.0, and never authenticates.
  const begin = Buffer.from("\0\0\0\0\0\x03\0\0user\0postgres\0\0");
  begin.writeInt32BE(begin.length);
  client.write(begin);
  await once(client, "data");
  await site.stop();
  expect(client.readyState).toBe("open");
  client.destroy();
}, 30_000);
