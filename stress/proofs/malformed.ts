/** Sends malformed requests over raw sockets: each is refused, and none leaves a trace. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { below, exactly, type Finding, told } from "../audit/findings.ts";
import { nextMalformedInput } from "../load/malformed-input.ts";
import type { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** How many come before memory is looked at: the server's buffers have their size by then. */
const WARM_UP = 2000;

const AT_ONCE = 32;

/** By how much the server's memory may grow, in MiB. */
const REQUIRED_GROWTH = 20;

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

export async function malformed({ random, rounds = 20_000 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using server = await startServer("malformed", { DATABASE_URL: database.url });

  await send(server.port, random, Math.min(rounds, WARM_UP));
  const before = residentMemory(server);
  const wrong = await send(server.port, random, rounds);
  const after = residentMemory(server);
  return [
    exactly(`answers other than 4xx${examples(wrong)}`, rounds, wrong.length),
    exactly("lines of the log above WARN", rounds, server.levels.get("ERROR") ?? 0),
    told("lines of the log at WARN", rounds, server.levels.get("WARN") ?? 0),
    told("resident memory before and after", rounds, `${before} and ${after} MiB`),
    below("its growth", rounds, after - before, REQUIRED_GROWTH, "MiB"),
  ];
}

/** Sends malformed inputs and returns those that were not treated as required. */
async function send(port: number, random: Random, many: number) {
  const wrong: string[] = [];
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
 * @param isWhole whether the server ends the connection by itself
 */
function answer(port: number, bytes: Buffer, isWhole: boolean): Promise<number[]> {
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

function examples(wrong: string[]) {
  const kinds = [...new Set(wrong)].slice(0, 5);
  return kinds.length > 0 ? ` (${kinds.join("; ")})` : "";
}

/** What the server keeps in memory, in MiB, as Linux tells it. */
function residentMemory({ process: backend }: Server) {
  try {
    const status = readFileSync(`/proc/${backend?.pid}/status`, "utf8");
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 102.4) / 10;
  } catch {
    return Number.NaN;
  }
}
