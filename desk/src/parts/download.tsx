import type { ComponentProps } from "react";
import { isServerReached } from "../data/queries.ts";
import { showToast } from "../page/toasts.ts";

/** A link that downloads a file from the server. Without a connection, a toast says that `what` needs one. */
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
