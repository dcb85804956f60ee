import { useEffect, useState } from "react";
import { LIMITS } from "../../api/description.ts";
import { csvUrl } from "../../api/server.ts";
import { useSearch } from "../../data/use-leads.ts";
import { viewHref } from "../../page/route.ts";
import { Download } from "../../parts/download.tsx";
import { takeFocus } from "../../parts/form.tsx";
import { LeadRows, ListEnd } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";

const TYPING_PAUSE_MS = 250;

/** Searches leads by name, phone number, street, or any word. */
export function SearchView({ rest: initialText }: { rest: string }) {
  const [typed, setTyped] = useState(initialText);
  const [searched, setSearched] = useState(initialText.trim());
  const { leads, isLoading, searchedHere, hasMore, loadMore } = useSearch(searched);

  useEffect(() => {
    const timer = setTimeout(() => {
      setSearched(typed.trim());
      // A lead's back link leads to the search text.
      if (location.hash.startsWith("#search")) {
        history.replaceState(null, "", viewHref("search", typed));
      }
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <>
      <ViewHeading
        beside={
          leads.length > 0 && (
            <Download href={csvUrl({ search: searched })} what="A spreadsheet">
              Spreadsheet
            </Download>
          )
        }
        name="search"
      />
      <search className="block px-4 pb-4">
        <label className="font-semibold" htmlFor="search">
          Name, number, street or a word
        </label>
        <input
          autoComplete="off"
          className="field mt-1"
          enterKeyHint="search"
          id="search"
          maxLength={LIMITS.searchLength}
          onChange={({ target }) => setTyped(target.value)}
          ref={takeFocus}
          type="search"
          value={typed}
        />
      </search>
      <p className="hint" role="status">
        {searched && resultInWords(leads.length)}
      </p>
      {leads.length > 0 && <h2 className="sr-only">Found</h2>}
      <LeadRows leads={leads} />
      <ListEnd hasMore={hasMore} loadMore={loadMore} />
    </>
  );

  function resultInWords(count: number): string {
    if (searchedHere !== undefined) {
      const found = count === 0 ? "nobody is found" : `${count} found`;
      const leads = searchedHere === 1 ? "the one lead" : `the ${searchedHere} leads`;
      return `Without a connection, only ${leads} on this phone can be searched: ${found}.`;
    }
    if (isLoading) return "Searching…";
    if (count === 0) return `Nobody is found by “${searched}”.`;
    return count === 1 ? "One lead" : `${count}${hasMore ? " or more" : ""} leads`;
  }
}
