/** Sends malformed requests over raw sockets: the server refuses each and stores nothing. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { nextMalformedInput } from "../load/malformed-input.ts";
import type { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** The requests before memory is measured, which let the server's buffers reach their size. */
const WARM_UP = 2000;

const AT_ONCE = 32;

/** The limit of the server's memory growth, in MiB. */
const REQUIRED_GROWTH = 20;

/** The timeout for a response, in milliseconds. */
const TIMEOUT_MS = 15_000;

export async function malformed({ random, rounds = 20_000 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using server = await startServer("malformed", { DATABASE_URL: database.url });

  await send(server.port, random, Math.min(rounds, WARM_UP));
  const before = residentMemory(server);
  const wrong = await send(server.port, random, rounds);
  const after = residentMemory(server);
  return [
    exactly(`responses other than 4xx${examples(wrong)}`, rounds, wrong.length),
    exactly("log lines above WARN", rounds, server.levels.get("ERROR") ?? 0),
    measured("log lines at WARN", rounds, server.levels.get("WARN") ?? 0),
    measured("resident memory before and after", rounds, `${before} and ${after} MiB`),
    below("growth of the resident memory", rounds, after - before, REQUIRED_GROWTH, "MiB"),
  ];
}

/** Sends malformed inputs; returns those that weren't refused properly. */
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
 * Returns the statuses of the responses on a connection; 0 stands for a connection that doesn't end.
 *
 * @param isWhole whether the server itself closes the connection
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
    // The server may close the connection while the client still writes.
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

/** Returns the server's resident memory in MiB, from Linux. */
function residentMemory({ process: backend }: Server) {
  try {
    const status = readFileSync(`/proc/${backend?.pid}/status`, "utf8");
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 102.4) / 10;
  } catch {
    return Number.NaN;
  }
}
