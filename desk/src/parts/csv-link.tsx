import { onlineManager } from "@tanstack/react-query";
import { type CsvQuery, fileAddress } from "../data/server.ts";
import { showToast } from "../data/toasts.ts";

/** Downloads leads as a file for a spreadsheet program: as many as there are, not only those shown. */
export function CsvLink({ query, children }: { query: CsvQuery; children: string }) {
  return (
    <a
      className="-m-3 justify-self-start p-3 font-bold underline underline-offset-[0.2em]"
      download
      href={fileAddress("/leads.csv", { query })}
      onClick={(event) => {
        if (onlineManager.isOnline()) return;
        event.preventDefault();
        showToast({ text: "A CSV file needs a connection.", isProblem: true });
      }}
    >
      CSV<span className="sr-only"> of {children}</span>
    </a>
  );
}
