import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { fileAddress, type Lead, type Person, type PersonKey, request } from "../data/server.ts";
import { forgetLead, KEYS, reloadLists } from "../data/store.ts";
import { showToast } from "../data/toasts.ts";
import { useLead } from "../data/use-leads.ts";
import { timeInWords } from "../parts/age.ts";

/** What has to be typed before anything is erased. */
const CONFIRMATION = "erase";

/** What is kept of a lead's sender: to be downloaded for them, or erased. */
export function PersonView({ lead: id }: { lead: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { lead } = useLead(id);
  const [by, setBy] = useState<PersonKey>("both");
  const { data, error, isPaused, refetch } = useQuery({
    queryKey: KEYS.person(id, by),
    queryFn: () => request("get", "/leads/{id}/person", { path: { id }, query: { by } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <article className="lead">
      <header>
        <h1
          className="mt-1.5 mb-1 text-[clamp(2rem,1.5rem+2.5vw,2.75rem)]/[1.05]"
          ref={heading}
          tabIndex={-1}
        >
          Privacy request
        </h1>
        {lead && <p className="text-lg">What is kept of {lead.name}</p>}
      </header>
      {lead?.email && <Keys by={by} choose={setBy} lead={lead} />}
      {isPaused ? (
        <p role="alert">A privacy request needs a connection.</p>
      ) : (
        <>
          {error && <p role="alert">{error.message}</p>}
          {!data && !error && <p>Looking…</p>}
        </>
      )}
      {data && !isPaused && (
        <>
          <Findings person={data} />
          <section aria-labelledby="download">
            <h2 id="download">Give it to them</h2>
            <p className="mt-1">
              A file with every request, its note and history, call clicks and mails.
            </p>
            <a
              className="button mt-3 w-full"
              download
              href={fileAddress("/leads/{id}/person.json", {
                path: { id },
                query: { by },
              })}
              onClick={(event) => {
                if (onlineManager.isOnline()) return;
                event.preventDefault();
                showToast({ text: "The file needs a connection.", isProblem: true });
              }}
            >
              Download everything
            </a>
          </section>
          <Erase by={by} key={by} lead={id} person={data} refresh={() => void refetch()} />
        </>
      )}
    </article>
  );
}

/** What a person is known by: a number may be a household's. */
function Keys({
  lead,
  by,
  choose,
}: {
  lead: Lead;
  by: PersonKey;
  choose: (by: PersonKey) => void;
}) {
  const keys: [PersonKey, ReactNode][] = [
    ["both", "E-mail or number"],
    ["email", lead.email],
    ["phone", lead.phone],
  ];
  return (
    <section aria-labelledby="known-by">
      <h2 id="known-by">Requests with the same</h2>
      <div className="mt-2 grid gap-2">
        {keys.map(([key, name]) => (
          <button
            aria-pressed={key === by}
            className="button"
            key={key}
            onClick={() => choose(key)}
            type="button"
          >
            <span className="min-w-0 break-words">{name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** The most requests that are listed one by one. */
const MAX_LISTED = 20;

function Findings({ person }: { person: Person }) {
  const { requests } = person;
  const more = requests.length - MAX_LISTED;
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{counted(requests.length, "request")}</h2>
      <dl className="facts">
        {requests.slice(0, MAX_LISTED).map(({ id, createdAt, name, email, phone }) => (
          <div key={id}>
            <dt>
              <time dateTime={createdAt}>{timeInWords(createdAt)}</time>
            </dt>
            <dd>
              {[name, phone, !email.endsWith(".invalid") && email].filter(Boolean).join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && <p className="mt-2">and {more} more</p>}
      <p className="mt-2">{alsoKept(person)}</p>
    </section>
  );
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

function alsoKept({ clicks, mails, texts, mailFiles }: Person): string {
  const things: [number, string][] = [
    [clicks, "call click"],
    [mails, "mail"],
    [mailFiles, "mail file"],
    [texts, "remembered text"],
  ];
  const kept = things.filter(([count]) => count > 0).map(([count, thing]) => counted(count, thing));
  return kept.length === 0 ? "Nothing else." : `And ${kept.join(", ")}.`;
}

function Erase({
  lead,
  by,
  person,
  refresh,
}: {
  lead: string;
  by: PersonKey;
  person: Person;
  refresh: () => void;
}) {
  const [typed, setTyped] = useState("");
  const { requests, untold, mayErase } = person;
  const erase = useMutation({
    // If there are more or fewer requests by now, nothing is erased.
    mutationFn: () =>
      request("delete", "/leads/{id}/person", {
        path: { id: lead },
        query: { by, requests: requests.length },
      }),
    onSuccess: (erased) => {
      for (const { id } of erased.requests) forgetLead(id);
      reloadLists();
      location.hash = "#leads";
      showToast({ text: `Erased: ${counted(erased.requests.length, "request")}.` });
    },
    onError: refresh,
    networkMode: "always",
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    erase.mutate();
  };
  return (
    <section aria-labelledby="erase">
      <h2 id="erase">Erase it</h2>
      {!mayErase ? (
        <p className="mt-1">
          This server has no permission to erase. Its operator can, by the command{" "}
          <code>leads erase</code> with the login of the tables’ owner.
        </p>
      ) : (
        <form onSubmit={send}>
          <p className="mt-1">All of the above, at once. There is no undo. Out of reach are:</p>
          <ul className="mt-2 grid list-[square] gap-1.5 pl-4.5">
            <li>mails in your mailbox and on the mail server</li>
            <li>files that were downloaded</li>
            <li>programs that a webhook has told</li>
            <li>backups of the database</li>
            <li>what another phone keeps, until it has read its lists again</li>
          </ul>
          {untold > 0 && (
            <p className="mt-2 font-semibold text-orange-600">
              You have had no mail of {counted(untold, "request")} among these.
            </p>
          )}
          <label className="mt-4 block font-semibold" htmlFor="confirmation">
            Type “{CONFIRMATION}” to confirm
          </label>
          <input
            autoCapitalize="none"
            autoComplete="off"
            className="field mt-1"
            id="confirmation"
            onChange={({ target }) => setTyped(target.value)}
            spellCheck="false"
            value={typed}
          />
          <p className="mt-3 font-semibold text-orange-600 empty:hidden" role="alert">
            {erase.error && `Nothing was erased: ${erase.error.message}`}
          </p>
          <button
            className="button mt-3 w-full"
            data-danger
            disabled={typed.trim().toLowerCase() !== CONFIRMATION || erase.isPending}
            type="submit"
          >
            Erase everything
          </button>
        </form>
      )}
    </section>
  );
}
