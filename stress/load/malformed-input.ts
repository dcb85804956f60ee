/** Requests that a server must refuse, each wrong in one way, as bytes. */
import { setting } from "../../scripts/settings.ts";
import type { Random } from "./random.ts";

export interface MalformedInput {
  kind: string;
  bytes: Buffer;
  /** whether the bytes are complete HTTP, which requires a response; otherwise the server may just disconnect */
  isHttp: boolean;
}

/** The paths that accept JSON. */
const JSON_PATHS = [
  "/rest/v1/site_forms",
  "/api/send-email",
  "/api/get-tracking-data",
  "/api/incrementPhoneClickCount",
];

const ESTIMATE = JSON.stringify({
  firstName: "Ada",
  lastName: "Quercus",
  phone: "404-555-0123",
  address: "12 Oak Street",
  service: "Tree Removal",
  message: "The oak leans over the garage.",
});

/** Larger than any body may be: see `MAX_BODY_BYTES` in `backend/src/web/limits.rs`. */
const TOO_MUCH = 300_000;

const anyByte = (random: Random) => String.fromCharCode(random.below(256));

const anyText = (random: Random, most: number) =>
  random.bytes(1 + random.below(most)).toString("latin1");

/**
 * Returns a complete request.
 *
 * @param body one character per byte
 */
function http(line: string, headers: string[], body: string = "") {
  const length = body ? [`Content-Length: ${body.length}`] : [];
  return `${[line, "Host: localhost", "Connection: close", ...length, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/** Returns a JSON request with all headers that it needs. */
function json(path: string, body: string, headers: string[] = []) {
  const key = `apikey: ${setting("ANON_KEY")}`;
  return http(`POST ${path} HTTP/1.1`, [key, "Content-Type: application/json", ...headers], body);
}

/** Bytes that aren't HTTP, or incomplete HTTP. */
const BROKEN: Record<string, (random: Random) => string> = {
  "random bytes": (random) => anyText(random, 2000),
  "a random request line": (random) => `${anyText(random, 60).replace(/[\r\n]/g, "?")}\r\n\r\n`,
  "an invalid HTTP version": (random) =>
    http(`GET / HTTP/${random.pick(["9.9", "1", "x", "1.", "0.1", "1.1.1"])}`, []),
  "a request line with too many parts": () => http("GET / / HTTP/1.1", []),
  "a method without letters": (random) =>
    http(`${random.pick(["G(T", "{}", "GE\tT", "\x01", "@"])} / HTTP/1.1`, []),
  "a control character in the path": (random) =>
    http(`GET /${String.fromCharCode(random.below(9))} HTTP/1.1`, []),
  "an endless path": (random) => http(`GET /${"a".repeat(200_000 + random.below(9))} HTTP/1.1`, []),
  "a header without a colon": (random) => http("GET / HTTP/1.1", [`oak${random.below(1000)}`]),
  "a header name with a space": () => http("GET / HTTP/1.1", ["the oak: tall"]),
  "a random header name": (random) => http("GET / HTTP/1.1", [`\x7f${anyByte(random)}\x00: tall`]),
  "NUL in a header": () => http("GET / HTTP/1.1", ["oak: ta\0ll"]),
  "a folded header": () => http("GET / HTTP/1.1", ["oak: tall", " and old"]),
  "too many headers": (random) =>
    http(
      "GET / HTTP/1.1",
      Array.from({ length: 200 + random.below(200) }, (_, index) => `oak-${index}: tall`),
    ),
  "an endless header": () => http("GET / HTTP/1.1", [`oak: ${"a".repeat(300_000)}`]),
  "an invalid length": (random) =>
    http("POST /api/send-email HTTP/1.1", [
      `Content-Length: ${random.pick(["-1", "1e3", "0x10", "ten", "99999999999999999999", "1 2", "+5"])}`,
    ]),
  "two lengths": () =>
    http("POST /api/send-email HTTP/1.1", ["Content-Length: 2", "Content-Length: 4"], ""),
  "a length with chunks": () =>
    http("POST /api/send-email HTTP/1.1", ["Content-Length: 5", "Transfer-Encoding: chunked"]),
  "an unknown transfer encoding": (random) =>
    http("POST /api/send-email HTTP/1.1", [
      `Transfer-Encoding: ${random.pick(["oak", "chunked, oak", "xchunked", "chunked chunked"])}`,
    ]),
  "an invalid chunk length": (random) =>
    `${http("POST /api/send-email HTTP/1.1", ["Content-Type: application/json", "Transfer-Encoding: chunked"])}${random.pick(["zz", "-1", "ffffffffffffffffff", ""])}\r\noak\r\n0\r\n\r\n`,
  "an incomplete request": (random) => {
    const whole = json("/api/send-email", ESTIMATE);
    return whole.slice(0, 1 + random.below(whole.length - 2));
  },
  "the beginning of TLS": (random) =>
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${anyText(random, 300)}`,
  "HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

/** Valid HTTP with invalid content. */
const UNACCEPTABLE: Record<string, (random: Random) => string> = {
  "incomplete JSON": (random) =>
    json(random.pick(JSON_PATHS), ESTIMATE.slice(0, 1 + random.below(ESTIMATE.length - 1))),
  "JSON followed by something": (random) =>
    json(random.pick(JSON_PATHS), `${ESTIMATE}${random.pick(["}", "{}", ",", "x", '"'])}`),
  "JSON with a control character": (random) =>
    json(random.pick(JSON_PATHS), ESTIMATE.replace("oak", String.fromCharCode(random.below(32)))),
  "JSON that is not UTF-8": (random) =>
    json(
      random.pick(JSON_PATHS),
      ESTIMATE.replace("oak", random.pick(["\xff", "\xc3(", "\xed\xa0\x80"])),
    ),
  "half a surrogate": (random) => json(random.pick(JSON_PATHS), ESTIMATE.replace("oak", "\\ud800")),
  "NUL in a text": (random) => json(random.pick(JSON_PATHS), ESTIMATE.replace("oak", "\\u0000")),
  "JSON that is not an object": (random) =>
    json(random.pick(JSON_PATHS), random.pick(["1", '"oak"', "true", "1e999", "-", "nul"])),
  "a blank body": (random) => json(random.pick(JSON_PATHS), " "),
  "random bytes for JSON": (random) => json(random.pick(JSON_PATHS), `\xff${anyText(random, 500)}`),
  "nested lists": (random) =>
    json(random.pick(JSON_PATHS), "[".repeat(200 + random.below(100_000))),
  "nested objects": (random) =>
    json(random.pick(JSON_PATHS), '{"oak":'.repeat(200 + random.below(20_000))),
  "fields of another type": (random) =>
    json(
      random.pick(["/api/get-tracking-data", "/api/send-email"]),
      `{"visitor_id":${random.pick(["1", "[]", "{}", "false"])},"subject":[],"html":7}`,
    ),
  "an empty form": (random) => json(random.pick(JSON_PATHS.slice(0, 2)), "{}"),
  "an unknown column": () => json(JSON_PATHS[0], '{"id":"1","full_name":"Ada Quercus"}'),
  "a column of another type": (random) =>
    json(JSON_PATHS[0], `{"full_name":${random.pick(["1", "[]", "{}"])}}`),
  "an invalid idempotency key": (random) =>
    json(random.pick(JSON_PATHS.slice(0, 2)), ESTIMATE, [
      `Idempotency-Key: ${random.pick(["oak", "1", "{}", "\xff"])}`,
    ]),
  "another media type": (random) =>
    http(
      `POST ${random.pick(JSON_PATHS)} HTTP/1.1`,
      [
        `apikey: ${setting("ANON_KEY")}`,
        `Content-Type: ${random.pick(["text/plain", "application/xml", "oak", "multipart/form-data"])}`,
      ],
      ESTIMATE,
    ),
  "a compressed body": (random) =>
    json(random.pick(JSON_PATHS), ESTIMATE, [
      `Content-Encoding: ${random.pick(["gzip", "br", "deflate", "oak"])}`,
    ]),
  "no public key": () =>
    http(`POST ${JSON_PATHS[0]} HTTP/1.1`, ["Content-Type: application/json"], "{}"),
  "another public key": (random) =>
    http(
      `POST ${JSON_PATHS[0]} HTTP/1.1`,
      ["Content-Type: application/json", `apikey: ${random.uuid()}`],
      "{}",
    ),
  "an unsupported method": (random) =>
    http(
      `${random.pick(["BREW", "DELETE", "PATCH", "PUT", "TRACE"])} ${random.pick(JSON_PATHS)} HTTP/1.1`,
      [],
    ),
  "an unknown path": (random) =>
    http(
      `GET /${random.pick(["..%2f..%2fetc/passwd", "%ff", "%00", "%zz", "oak", ".env", "../../.env", "assets/../../.env"])} HTTP/1.1`,
      [],
    ),
  "an unknown table": (random) => json(`/rest/v1/${random.pick(["outbox", "users", "%27"])}`, "{}"),
};

/** Requests that are too large; the server may disconnect before it has read them. */
const HUGE = {
  "a body that is too long": (random: Random) =>
    json(random.pick(JSON_PATHS), JSON.stringify({ message: "a".repeat(TOO_MUCH) })),
};

const KINDS = [
  ...Object.entries(BROKEN).map(([kind, make]) => ({ kind, make, isHttp: false })),
  ...Object.entries(UNACCEPTABLE).map(([kind, make]) => ({ kind, make, isHttp: true })),
  ...Object.entries(HUGE).map(([kind, make]) => ({ kind, make, isHttp: false })),
];

/** Returns the next malformed input. */
export function nextMalformedInput(random: Random): MalformedInput {
  const { kind, make, isHttp } = random.pick(KINDS);
  return { kind, bytes: Buffer.from(make(random), "latin1"), isHttp };
}
