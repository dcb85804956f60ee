/** Requests as plain as can be, over connections that are kept. */
import { Agent, request } from "node:http";

/** How long the site waits for an answer, in milliseconds. */
const TIMEOUT_MS = 15_000;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} text
 *
 * @typedef {object} Asked
 * @property {string} [method] POST where there is a body, else GET
 * @property {import("node:http").OutgoingHttpHeaders} [headers]
 * @property {object} [json] the body
 */

/**
 * Asks a server. Throws when the connection breaks before the whole answer is there.
 *
 * @param {string} url
 * @param {Asked} [asked]
 * @returns {Promise<Answer>}
 */
export function ask(url, { method, headers = {}, json } = {}) {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: method ?? (body ? "POST" : "GET"),
      headers: body
        ? { ...headers, "Content-Type": "application/json", "Content-Length": body.length }
        : headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}
