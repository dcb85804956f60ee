/** Holds a thousand slow connections while other visitors are served. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { exactly, type Finding, measured, quantile } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { ask } from "../load/http.ts";
import { nextLead, savedId, saveLead, sendMail } from "../load/lead.ts";
import type { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The interval between a slow client's bytes, in milliseconds. */
const BYTE_EVERY = 1000;

/**
 * The visits in each half, the concurrent visitors, and the pause after a visit in milliseconds. A half takes
 * longer than the server keeps slow connections.
 */
const VISITS = 1000;
const AT_ONCE = 4;
const PAUSE = 100;

type SlowRequest = { first: string; bytes: string };

/** What slow clients send at once, and then byte by byte. Some send nothing. */
const SLOW_REQUESTS: SlowRequest[] = [
  { first: "GET /contact HTTP/1.1\r\nHost: localhost\r\n", bytes: "oak: tall\r\n" },
  {
    first:
      "POST /api/send-email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    bytes: " ",
  },
  { first: "", bytes: "" },
];

export async function slow({ random, rounds = 1000 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using server = await startServer("slow", { DATABASE_URL: database.url });

  const alone = await serve(server.url, random);
  const clients = new SlowClients(server.port, rounds);
  await waitUntil("all slow clients are connected", 60, () => clients.open === rounds);
  const together = await serve(server.url, random);
  const open = clients.open;
  clients.stop();

  return [
    measured("slow connections held, and closed by the server", rounds, `${open}, ${clients.cut}`),
    exactly("visitors not served without slow clients", VISITS, alone.failures),
    exactly("visitors not served with slow clients", VISITS, together.failures),
    ...["page", "lead", "mail"].map((kind) =>
      measured(
        `${kind}: median and p99 without → with slow clients`,
        VISITS,
        `${figures(alone.times, kind)} → ${figures(together.times, kind)} ms`,
      ),
    ),
  ];
}

/** Plays ordinary visitors: a page, a lead, its mail. */
async function serve(url: string, random: Random) {
  const times: Map<string, number[]> = new Map([
    ["page", []],
    ["lead", []],
    ["mail", []],
  ]);
  let failures = 0;
  let left = VISITS;
  const time = async (kind: string, isServed: () => Promise<boolean>) => {
    const began = performance.now();
    const served = await isServed().catch(() => false);
    times.get(kind)?.push(performance.now() - began);
    return served;
  };
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      const lead = nextLead(random);
      const served =
        (await time("page", async () => (await ask(`${url}/contact`)).status === 200)) &&
        (await time("lead", async () => savedId(await saveLead(url, lead)) !== undefined)) &&
        (await time("mail", async () => (await sendMail(url, lead)).status === 200));
      if (!served) failures += 1;
      await delay(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return { times, failures };
}

function figures(times: Map<string, number[]>, kind: string) {
  const values = times.get(kind) ?? [];
  return [0.5, 0.99].map((share) => quantile(values, share).toFixed(1)).join(" / ");
}

/** Slow clients, which reconnect at once when they are disconnected. */
class SlowClients {
  /** The number of connected clients. */
  open = 0;
  /** How often the server disconnected a client. */
  cut = 0;
  #going = true;
  #sockets: Set<Socket> = new Set();
  #port;

  constructor(port: number, many: number) {
    this.#port = port;
    for (let index = 0; index < many; index += 1)
      this.#connect(SLOW_REQUESTS[index % SLOW_REQUESTS.length]);
  }

  stop() {
    this.#going = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(request: SlowRequest) {
    const socket = connect(this.#port, "127.0.0.1", () => {
      this.open += 1;
      socket.write(request.first);
      let sent = 0;
      const clock = setInterval(() => {
        if (request.bytes) socket.write(request.bytes[sent++ % request.bytes.length]);
      }, BYTE_EVERY);
      socket.on("close", () => {
        clearInterval(clock);
        this.open -= 1;
        if (this.#going) this.cut += 1;
      });
    });
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (this.#going) this.#connect(request);
    });
    socket.resume();
  }
}
