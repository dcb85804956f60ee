import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

/** Writes a page at build time: whole, with nothing left to stream in. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />);
  headers.set("Content-Type", "text/html");
  return new Response(prelude, { status, headers });
}
