import { useEffect, useState } from "react";
import { LIMITS } from "../../api/limits.ts";
import { csvAddress, type Lead } from "../../api/server.ts";
import { useSearch } from "../../data/use-leads.ts";
import { Download } from "../../parts/download.tsx";
import { takeFocus } from "../../parts/focus.ts";
import { LeadRows, ListEnd } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { viewLink } from "../../words/links.ts";

/** A person who types pauses for as long before an answer is worth asking for. */
const PAUSE_MS = 250;

/** What is searched for is each a line: the same for every render. */
const NONE: Lead[] = [];

/** Finds leads by name, number, street or what was said. */
export function SearchView({ rest: initialText }: { rest: string }) {
  const [typed, setTyped] = useState(initialText);
  const [asked, setAsked] = useState(initialText.trim());
  const { leads, isLoading, searchedHere, hasMore, loadMore } = useSearch(asked);
  const lines = leads.map((lead) => ({ lead, others: NONE }));

  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim());
      // The way back from a lead leads to what was found.
      if (location.hash.startsWith("#search")) {
        history.replaceState(null, "", viewLink("search", typed));
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <>
      <ViewHeading
        beside={
          leads.length > 0 && (
            <Download href={csvAddress({ search: asked })} what="A spreadsheet">
              Spreadsheet
            </Download>
          )
        }
        title="Search"
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
        {asked && resultInWords(leads.length)}
      </p>
      {leads.length > 0 && <h2 className="sr-only">Found</h2>}
      <LeadRows lines={lines} />
      <ListEnd hasMore={hasMore} loadMore={loadMore} />
    </>
  );

  function resultInWords(count: number): string {
    if (searchedHere !== undefined) {
      const found = count === 0 ? "nobody is found" : `${count} found`;
      const searched = searchedHere === 1 ? "the one lead" : `the ${searchedHere} leads`;
      return `Without a connection, only ${searched} on this phone can be searched: ${found}.`;
    }
    if (isLoading) return "Searching…";
    if (count === 0) return `Nobody is found by “${asked}”.`;
    return count === 1 ? "One lead" : `${count}${hasMore ? " or more" : ""} leads`;
  }
}
