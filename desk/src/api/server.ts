import type { components, paths } from "../../openapi.d.ts";
import { correctClock } from "./clock.ts";

// The client of the server. Its types are generated from the server's description (openapi.json).

type Schemas = components["schemas"];

export type Lead = Schemas["DeskLead"];
export type SavedLeadState = Schemas["DeskLeadState"];
export type LeadStatus = Lead["status"];
export type LostReason = NonNullable<Lead["lostReason"]>;
/** Something that happened to a lead: a kind and its details. */
export type Event = Schemas["Event"];
export type LeadAndLog = Schemas["LeadAndLog"];
export type PollResponse = Schemas["DeskChanges"];
export type Figures = Schemas["DeskFigures"];
export type Webhook = Schemas["DeskDelivery"];
export type Person = Schemas["DeskPerson"];
export type PersonKey = Schemas["DeskPersonKey"];
export type EnteredLead = Schemas["EnteredLead"];
export type PushKeys = Schemas["DeskPushSubscription"];
export type Session = Schemas["DeskSession"];

/** The operations under /api/desk, by path. */
type Paths = {
  [Path in keyof paths as Path extends `/api/desk${infer Rest}` ? Rest : never]: paths[Path];
};

type QueryOf<Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Required<NonNullable<Query>>
  : never;

type OmitOfEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An event without its id, times, and author. */
export type Act = OmitOfEach<Event, "id" | "at" | "seen" | "recordedAt" | "who">;

export type ActOf<Kind extends Act["kind"]> = Extract<Act, { kind: Kind }>;

/** A list of the desk. A lead is in one of the lists, and also in `visits` while a visit is due. */
export type List = QueryOf<"/leads">["list"];

/** The number of weeks that the figures cover, including the current week. */
export type Period = QueryOf<"/figures">["weeks"];

/** An error response from the server. The message is a sentence for people. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns whether a retry may succeed: the network failed, or the server is overloaded or failing. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ServerError) || error.status >= 500 || [408, 429].includes(error.status);

/** Returns whether the server rejected the session. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ServerError && error.status === 401;

const TIMEOUT_MS = 15_000;

/** The timeout for uploading or downloading a photo, the same as the server's. */
const FILE_TIMEOUT_MS = 5 * 60_000;

let network = new AbortController();

/** Aborts the requests in progress, which otherwise wait for the timeout even after the network is back. */
export function abortRequests(): void {
  network.abort();
  network = new AbortController();
}

type Body<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? { body: Body }
  : unknown;

type Input<Operation> = Body<Operation> &
  (Operation extends { parameters: infer Parameters } ? Parameters : unknown);

type Result<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Result } } };
}
  ? Result
  : unknown;

interface Parameters {
  path?: Record<string, string>;
  query?: object;
  body?: object;
}

/**
 * Sends a request to the server.
 *
 * @throws ServerError if the server itself responds with an error; another error if it does not respond: no
 *   network, a proxy's error page, or the sign-in page of a hotel's network
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
): Promise<Result<Paths[Path][Method]>> {
  const { body = {}, ...parameters } = (input ?? {}) as Parameters;
  const requestedAt = Date.now();
  const response = await fetchInTime(urlOf(path, parameters), {
    method: method.toUpperCase(),
    ...(method !== "get" && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  // The response to a deletion may have no body.
  const isEmpty = method === "delete" && response.status === 204;
  const result = isEmpty ? undefined : await parseJson(response);
  correctClock(response.headers.get("Date"), requestedAt);
  return result;
}

const notReached = (cause?: unknown) => new Error("The server was not reached.", { cause });

async function fetchInTime(url: string, init: RequestInit, timeout = TIMEOUT_MS) {
  // Safari before 17.4 has no `AbortSignal.any`.
  const aborting = new AbortController();
  const { signal } = aborting;
  const abort = () => aborting.abort();
  setTimeout(abort, timeout);
  network.signal.addEventListener("abort", abort, { signal });
  return fetch(url, { ...init, signal }).catch((cause) => {
    throw notReached(cause);
  });
}

async function parseJson(response: Response) {
  // A page from a proxy or a hotel's network is not a response of the server, whatever its status.
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const body = isJson ? await response.json().catch(() => undefined) : undefined;
  if (response.ok && body) return body;
  if (!body?.error) throw notReached();
  // The server does not know the lead or photo, and says so of an address.
  const message = response.status === 404 ? "It was erased or removed." : body.error;
  throw new ServerError(response.status, message);
}

export type PhotoPath = Record<"lead" | "id", string>;

/**
 * Uploads a photo of a lead. A second upload with the same id does not add a second photo.
 *
 * @throws the same errors as {@link request}
 */
export async function putPhoto(path: PhotoPath, body: Blob): Promise<void> {
  const headers = { "Content-Type": "application/octet-stream" };
  const init = { method: "PUT", headers, body };
  await parseJson(
    await fetchInTime(urlOf("/leads/{lead}/photos/{id}", { path }), init, FILE_TIMEOUT_MS),
  );
}

export async function getImage(url: string): Promise<Blob> {
  const response = await fetchInTime(url, { priority: "low" }, FILE_TIMEOUT_MS);
  const isImage = response.headers.get("Content-Type") === "image/jpeg";
  if (!response.ok || !isImage) throw notReached();
  return response.blob();
}

export const csvUrl = (query: Partial<QueryOf<"/leads.csv">>) => urlOf("/leads.csv", { query });

/** Returns the URL of a path of the server. Omits parameters without a value. */
export function urlOf(path: keyof Paths, { path: names = {}, query = {} }: Parameters): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `/api/desk${filled}${search}`;
}
