/** Sends malformed requests over raw sockets: each is refused, and none leaves a trace. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { openDurableDatabase } from "../../scripts/postgres.mjs";
import { below, exactly, told } from "../audit/findings.mjs";
import { nextMalformedInput } from "../load/malformed-input.mjs";
import { startServer } from "../server.mjs";

/** How many come before memory is looked at: the server's buffers have their size by then. */
const WARM_UP = 2000;

const AT_ONCE = 32;

/** By how much the server's memory may grow, in MiB. */
const REQUIRED_GROWTH = 20;

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * @param {import("../run.mjs").Options} options
 * @returns {Promise<import("../audit/findings.mjs").Finding[]>}
 */
export async function malformed({ random, rounds = 20_000 }) {
  const database = await openDurableDatabase();
  const server = await startServer("malformed", { DATABASE_URL: database.url });

  await send(server.port, random, Math.min(rounds, WARM_UP));
  const before = residentMemory(server);
  const wrong = await send(server.port, random, rounds);
  const after = residentMemory(server);
  const findings = [
    exactly(`answers other than 4xx${examples(wrong)}`, rounds, wrong.length),
    exactly("lines of the log above WARN", rounds, server.levels.get("ERROR") ?? 0),
    told("lines of the log at WARN", rounds, server.levels.get("WARN") ?? 0),
    told("resident memory before and after", rounds, `${before} and ${after} MiB`),
    below("its growth", rounds, after - before, REQUIRED_GROWTH, "MiB"),
  ];
  await server.stop();
  await database.stop();
  return findings;
}

/**
 * Sends malformed inputs and returns those that were not treated as required.
 *
 * @param {number} port
 * @param {import("../load/random.mjs").Random} random
 * @param {number} many
 */
async function send(port, random, many) {
  /** @type {string[]} */
  const wrong = [];
  let left = many;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      const { kind, bytes, isHttp } = nextMalformedInput(random);
      const statuses = await answer(port, bytes, isHttp);
      const refused = statuses.every((status) => status >= 400 && status < 500);
      if (!refused || (isHttp && statuses.length !== 1)) {
        wrong.push(`${kind}: ${statuses.join(" ") || "no answer"}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return wrong;
}

/**
 * The statuses that the server answers before the connection ends; 0 stands for one that does not
 * end.
 *
 * @param {number} port
 * @param {Buffer} bytes
 * @param {boolean} isWhole whether the server ends the connection by itself
 * @returns {Promise<number[]>}
 */
function answer(port, bytes, isWhole) {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      if (isWhole) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.setTimeout(TIMEOUT_MS, () => {
      text += "\nHTTP/1.1 000\n";
      socket.destroy();
    });
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      text += data;
    });
    // A server that has read enough closes while it is being written to.
    socket.on("error", () => {});
    socket.on("close", () =>
      resolve([...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))),
    );
  });
}

/** @param {string[]} wrong */
function examples(wrong) {
  const kinds = [...new Set(wrong)].slice(0, 5);
  return kinds.length > 0 ? ` (${kinds.join("; ")})` : "";
}

/**
 * What the server keeps in memory, in MiB, as Linux tells it.
 *
 * @param {import("../server.mjs").Server} server
 */
function residentMemory({ process: backend }) {
  try {
    const status = readFileSync(`/proc/${backend?.pid}/status`, "utf8");
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 102.4) / 10;
  } catch {
    return Number.NaN;
  }
}
