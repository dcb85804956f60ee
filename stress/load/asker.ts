/**
 * Sends requests from 16 clients until it is told to end, prints a line for every 200, and at the end how many were
 * sent and which got no answer of the server. A program of its own, because it runs in another network: `node asker.ts URL HOST`. Half of the clients
 * keep their connections.
 */
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";

const CLIENTS = 16;

/** How many requests a line of output stands for. */
const LINE = 200;

/** The answers of a proxy that reached no server. */
const PROXY_FAILURES = new Set([502, 503, 504]);

const [url, host] = process.argv.slice(2);
const { Agent, request } = url.startsWith("https:") ? https : http;

let isOver = false;
let sent = 0;
const lost: string[] = [];

/** Every fourth client posts, which no proxy may repeat. */
async function ask(client: number, agent: http.Agent) {
  const posts = client % 4 === 0;
  const body = posts ? "{}" : "";
  const sending = request(`${url}${posts ? "/api/get-tracking-data" : "/healthz"}`, {
    agent,
    method: posts ? "POST" : "GET",
    headers: { host, "content-type": "application/json", "content-length": body.length },
    rejectUnauthorized: false,
    servername: host,
  } as https.RequestOptions);
  sending.end(body);
  const [response] = (await once(sending, "response")) as [http.IncomingMessage];
  await text(response);
  if (PROXY_FAILURES.has(response.statusCode ?? 0)) throw new Error(String(response.statusCode));
}

process.once("SIGTERM", () => {
  isOver = true;
});
await Promise.all(
  Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 });
    while (!isOver) {
      sent += 1;
      if (sent % LINE === 0) process.stdout.write("…\n");
      await ask(client, agent).catch((error) => lost.push(String(error.message)));
    }
    agent.destroy();
  }),
);
process.stdout.write(`${JSON.stringify({ sent, lost })}\n`);
