import type { ComponentProps } from "react";
import { isServerReached } from "../data/queries.ts";
import { showToast } from "../data/toasts.ts";

/** Downloads a file from the server. `what` starts the sentence that it needs a connection. */
export const Download = ({ what, href, ...props }: ComponentProps<"a"> & { what: string }) => (
  <a
    className="link min-h-12 content-center"
    download
    href={href}
    onClick={(event) => {
      if (isServerReached()) return;
      event.preventDefault();
      showToast({ text: `${what} needs a connection.`, kind: "problem" });
    }}
    {...props}
  />
);
