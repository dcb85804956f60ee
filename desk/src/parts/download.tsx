import type { ComponentProps } from "react";
import { isServerReached } from "../data/answers.ts";
import { showToast } from "../data/toasts.ts";

/** Downloads a file that the server makes: a spreadsheet has as many leads as there are, not only those shown. */
export function Download({ what, href, ...props }: ComponentProps<"a"> & { what: string }) {
  return (
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
}
