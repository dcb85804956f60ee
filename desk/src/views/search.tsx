import { useEffect, useRef, useState } from "react";
import { LIMITS } from "../data/limits.ts";
import { useSearch } from "../data/use-leads.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { LeadRows, ListEnd } from "../parts/lead-rows.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";

/** A person who types pauses for as long before an answer is worth asking for. */
const PAUSE_MS = 250;

/** Finds leads by name, number or street. */
export function SearchView({
  initialText,
  openLead,
}: {
  initialText: string;
  openLead: string | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initialText);
  const [asked, setAsked] = useState(initialText.trim());
  const { leads, isLoading, searchedHere, hasMore, loadMore } = useSearch(asked);

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim());
      // The way back from a lead leads to what was found.
      if (location.hash.startsWith("#search")) {
        history.replaceState(null, "", typed ? `#search/${encodeURIComponent(typed)}` : "#search");
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <>
      <ViewHeading
        csv={leads.length > 0 && <CsvLink query={{ search: asked }}>those found</CsvLink>}
        title="Search"
      />
      <search className="block px-4 pb-4">
        <label className="font-semibold" htmlFor="search">
          Name, number or street
        </label>
        <input
          autoComplete="off"
          className="field mt-1"
          enterKeyHint="search"
          id="search"
          maxLength={LIMITS.searchLength}
          onChange={({ target }) => setTyped(target.value)}
          ref={field}
          type="search"
          value={typed}
        />
      </search>
      <p className="hint" role="status">
        {asked && resultInWords(leads.length)}
      </p>
      <LeadRows leads={leads} openLead={openLead} />
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
