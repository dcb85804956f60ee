import type { components, paths } from "../../openapi.d.ts";

// What the desk asks the server. The types are generated from the server's description (openapi.json).

type Schemas = components["schemas"];

export type Lead = Schemas["DeskLead"];
export type Call = Schemas["Call"];
export type LeadStatus = Lead["status"];
export type LostReason = NonNullable<Lead["lostReason"]>;
export type HistoryEntry = Schemas["HistoryEntry"];
export type Verdict = Schemas["Verdict"];
export type Changes = Schemas["DeskChanges"];
export type Figures = Schemas["DeskFigures"];
export type Mail = Schemas["DeskMail"];
export type Webhook = Schemas["DeskWebhook"];
export type Person = Schemas["DeskPerson"];
export type LeadPage = Schemas["Page"];
export type PushKeys = Schemas["DeskPushSubscription"];
export type Session = Schemas["DeskSession"];

/** What is under /api/desk, by its path. */
type Paths = {
  [Path in keyof paths as Path extends `/api/desk${infer Rest}` ? Rest : never]: paths[Path];
};

type Query<Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Required<NonNullable<Query>>
  : never;

/** The lists of the desk. A lead is in one of them, and in `visits` too while a visit is due. */
export type List = Query<"/leads">["list"];

/** A caller, as the server takes them. */
export type Entry = (Paths["/leads"]["post"] & {
  requestBody: object;
})["requestBody"]["content"]["application/json"];

/** How many weeks figures are of, this one included. */
export type Period = Query<"/figures">["weeks"];

/** What of a lead other requests of its sender are found by. */
export type PersonKey = Query<"/leads/{id}/person">["by"];

/** The server has answered, and it is no success. The message is a sentence for people. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** at 409: the lead as it is now */
    readonly lead?: Lead,
    /** at 422: the field that it is about */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Whether the same request may succeed later: no network or a slow one, an overloaded or failing server. */
export function isTemporary(error: unknown): boolean {
  return (
    !(error instanceof ServerError) || error.status >= 500 || [408, 429].includes(error.status)
  );
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ServerError && error.status === 401;
}

/** A request that hangs longer is one that failed. */
const TIMEOUT_MS = 15_000;

let network = new AbortController();

/**
 * Ends the requests that are under way. For when the network goes: their answers will not come, and
 * until the time limit the next requests would wait for them, also when the network is back.
 */
export function endRequests(): void {
  network.abort();
  network = new AbortController();
}

type Body<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Record<string, never> extends Body
    ? unknown
    : { body: Body }
  : unknown;

/** The parameters of an operation, and its body if that has fields. */
type Input<Operation> = Body<Operation> &
  (Operation extends { parameters: infer Parameters } ? Parameters : unknown);

type Answer<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Answer } } };
}
  ? Answer
  : unknown;

interface Parameters {
  path?: Record<string, string>;
  query?: object;
  body?: object;
}

/**
 * Asks the server.
 *
 * @throws ServerError for an answer of the server's own that is no success; another error where there was
 *   none: no network, a proxy's error page, the sign-in page of a hotel's network.
 */
export async function request<
  Path extends keyof Paths,
  Method extends Extract<keyof Paths[Path], string>,
>(
  method: Method,
  path: Path,
  ...[input]: Record<string, never> extends Input<Paths[Path][Method]>
    ? [Input<Paths[Path][Method]>?]
    : [Input<Paths[Path][Method]>]
): Promise<Answer<Paths[Path][Method]>> {
  const { body = {}, ...parameters } = (input ?? {}) as Parameters;
  const response = await reach(fill(path, parameters), {
    method: method.toUpperCase(),
    ...(method !== "get" && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  // What is deleted may have no answer but its status.
  const isDeleted = method === "delete" && response.status === 204;
  const answer = isDeleted ? undefined : await answerOf(response);
  return answer;
}

const notReached = (cause?: unknown) => new Error("The server was not reached.", { cause });

async function reach(address: string, init: RequestInit, timeout = TIMEOUT_MS): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeout), network.signal]);
  return fetch(address, { ...init, signal }).catch((cause) => {
    throw notReached(cause);
  });
}

async function answerOf(response: Response) {
  // A proxy's page, or a hotel's, is no answer, whatever its status.
  const isOwn = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isOwn ? await response.json().catch(() => undefined) : undefined;
  if (response.ok && answer) return answer;
  const { error, lead, field } = (answer ?? {}) as Refusal;
  if (!error) throw notReached();
  throw new ServerError(response.status, error, lead, field);
}

/** How long the file of a photograph may take, there or back: as long as the server gives it. */
const FILE_TIMEOUT_MS = 5 * 60_000;

export type PhotoPath = Record<"lead" | "id", string>;

/**
 * Adds a photograph to a lead: the file as it is.
 *
 * @param path.id of the photograph; the same one again adds it once
 * @throws as {@link request}
 */
export async function putPhoto(path: PhotoPath, body: Blob): Promise<void> {
  const headers = { "Content-Type": "application/octet-stream" };
  const init = { method: "PUT", headers, body };
  await answerOf(await reach(fill("/leads/{lead}/photos/{id}", { path }), init, FILE_TIMEOUT_MS));
}

/** Reads an image. */
export async function getImage(address: string): Promise<Blob> {
  const response = await reach(address, { priority: "low" }, FILE_TIMEOUT_MS);
  const isImage = response.headers.get("Content-Type") === "image/jpeg";
  if (!response.ok || !isImage) throw notReached();
  return response.blob();
}

/** The server's own answer that is no success. */
type Refusal = Partial<Schemas["DeskConflict"]> & { field?: string };

/** Where a file of the server is downloaded. */
export const fileAddress = <
  Path extends Extract<keyof Paths, `${string}.${string}` | `${string}/photos/${string}`>,
>(
  path: Path,
  input: Input<Paths[Path]["get"]>,
) => fill(path, input);

/** Where leads are downloaded for a spreadsheet program. */
export const csvAddress = (query: Partial<Query<"/leads.csv">>) =>
  fileAddress("/leads.csv", { query });

function fill(path: string, { path: names = {}, query = {} }: Parameters): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `/api/desk${filled}${search}`;
}
