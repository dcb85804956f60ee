import { useState } from "react";
import {
  type Lead,
  type Person,
  type PersonKey,
  request,
  ServerError,
  urlOf,
} from "../../api/server.ts";
import { refreshQueries, useMutation, useQuery } from "../../data/queries.ts";
import { removeLeads } from "../../data/store.ts";
import { useLead } from "../../data/use-leads.ts";
import { leadHref, personHref } from "../../page/route.ts";
import { showToast } from "../../page/toasts.ts";
import { Download } from "../../parts/download.tsx";
import { Field, StepForm } from "../../parts/fields.tsx";
import { Button, Problem, takeFocus } from "../../parts/form.tsx";
import { PaneBar } from "../../parts/pane-bar.tsx";
import { counted } from "../../words/lead.ts";
import { timeInWords } from "../../words/time.ts";
import { PaneBody, Section } from "./section.tsx";

const CONFIRMATION = "erase";

const REFRESH_MS = 60_000;

/** A privacy request: shows the stored data of a lead's sender, and downloads or erases it. */
export default function PersonView({ lead: id }: { lead: string }) {
  const { lead } = useLead(id);
  return (
    <>
      <PaneBar href={leadHref(id)} isAlways title="The lead" />
      <PaneBody>
        <header>
          <h1 className="text-2xl" ref={takeFocus} tabIndex={-1}>
            Privacy request
          </h1>
          {lead && <p className="text-lg">What is kept of {lead.name}</p>}
        </header>
        {lead ? <PersonSearch lead={lead} /> : <p>Looking…</p>}
      </PaneBody>
    </>
  );
}

/** Searches by the email address first, because several people of a household may share a phone number. */
function PersonSearch({ lead }: { lead: Lead }) {
  const { id, email, phone } = lead;
  const [by, setBy] = useState<PersonKey>(email ? "email" : "phone");
  const { data, error, isPaused, isPrevious } = useQuery(
    `person/${id}/${by}`,
    () => request("get", "/leads/{id}/person", { path: { id }, query: { by } }),
    { every: REFRESH_MS },
  );
  const keys: [PersonKey, string | null][] = [
    ["email", email],
    ["phone", phone],
    ["both", "Email or number"],
  ];
  const problem = isPaused ? "A privacy request needs a connection." : error?.message;
  const isLoaded = data && !isPrevious;
  return (
    <>
      {email && (
        <Section id="known-by" title="Requests with the same">
          <div className="mt-2 grid gap-2">
            {keys.map(([name, text]) => (
              <Button aria-pressed={name === by} key={name} onClick={() => setBy(name)}>
                <span className="min-w-0 break-words">{text}</span>
              </Button>
            ))}
          </div>
        </Section>
      )}
      {problem && <p role="alert">{problem}</p>}
      {!problem && !isLoaded && <p>Looking…</p>}
      {isLoaded && !isPaused && <Matches by={by} key={by} lead={lead} person={data} />}
    </>
  );
}

const isSameName = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

interface MatchesProps {
  lead: Lead;
  by: PersonKey;
  person: Person;
}

/** The requests, each with a checkbox. The checked ones are downloaded or erased. */
function Matches({ lead, by, person }: MatchesProps) {
  const { requests, alike } = person;
  // A request with another name may be another person's, so a person must check its box.
  const [checked, setChecked] = useState(() =>
    requests.filter(({ name }) => isSameName(name, lead.name)).map(({ id }) => id),
  );
  const ids = [...requests, ...alike].map(({ id }) => id).filter((id) => checked.includes(id));
  const list = (found: Person["requests"]) => (
    <ul className="mt-2 grid gap-1">
      {found.map(({ id, createdAt, name, email, phone }) => (
        <li key={id}>
          <label className="flex min-h-12 gap-3 py-2">
            <input
              checked={checked.includes(id)}
              className="mt-0.5 size-6 shrink-0 accent-press"
              onChange={({ target }) => {
                const others = checked.filter((other) => other !== id);
                setChecked(target.checked ? [...others, id] : others);
              }}
              type="checkbox"
            />
            <span className="wrap-anywhere min-w-0">
              <span className="font-semibold">{name}</span>
              {!isSameName(name, lead.name) && (
                <strong> · Another name: is it the same person?</strong>
              )}
              <span className="block">
                {[phone, !email.endsWith(".invalid") && email].filter(Boolean).join(" · ")}
              </span>
              <time className="block text-sm" dateTime={createdAt}>
                {timeInWords(createdAt)}
              </time>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Section id="kept" title={counted(requests.length, "request")}>
        {list(requests)}
        <p className="mt-2">{otherDataInWords(person)}</p>
      </Section>
      {alike.length > 0 && (
        <Section id="alike" title={`${counted(alike.length, "more request")} may be theirs`}>
          <p className="mt-1">The address or number only looks alike. Tick what is theirs.</p>
          {list(alike)}
        </Section>
      )}
      <Section id="download" title="Give it to them">
        <p className="mt-1">
          A file with every request that has a tick, its note and history, call clicks and emails.
        </p>
        {ids.length > 0 && (
          <Download
            className="button mt-3 w-full"
            href={urlOf("/leads/{id}/person.json", {
              path: { id: lead.id },
              query: { by, requests: ids.join(",") },
            })}
            what="The file"
          >
            Download everything
          </Download>
        )}
      </Section>
      <Section id="erase" title="Erase it">
        {person.mayErase ? (
          <Erase by={by} ids={ids} lead={lead} person={person} />
        ) : (
          <p className="mt-1">
            This server has no permission to erase. Its operator can, by the command{" "}
            <code>leads erase</code> with the login of the tables’ owner.
          </p>
        )}
      </Section>
    </>
  );
}

function otherDataInWords({ photos, clicks, mails, mailFiles }: Person): string {
  const things: [number, string][] = [
    [photos, "photo"],
    [clicks, "call click"],
    [mails, "email"],
    [mailFiles, "email file"],
  ];
  const kept = things.filter(([count]) => count > 0).map(([count, thing]) => counted(count, thing));
  return kept.length === 0 ? "Nothing else." : `And ${kept.join(", ")}.`;
}

/** Replaces the route of an erased lead with the first list, now and when the person navigates back. */
function skipErased(ids: readonly string[]) {
  const erased = ids.flatMap((id) => [leadHref(id), personHref(id)]);
  const skip = () => {
    if (erased.includes(location.hash)) location.replace("#now");
  };
  addEventListener("hashchange", skip);
  skip();
}

function Erase({ lead, by, ids, person }: MatchesProps & { ids: string[] }) {
  const { unannounced } = person;
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim().toLowerCase() === CONFIRMATION;
  const { run, isPending, error } = useMutation(async () => {
    const body = { by, requests: ids };
    try {
      await request("delete", "/leads/{id}/person", { path: { id: lead.id }, body });
    } catch (error) {
      refreshQueries(`person/${lead.id}`);
      throw error;
    }
    skipErased(ids);
    removeLeads(ids);
    showToast({ text: `Erased: ${counted(ids.length, "request")}.` });
  });
  return (
    <>
      <p className="mt-1">
        Every request above that has a tick. There is no undo. Out of reach are:
      </p>
      <ul className="mt-2 grid list-[square] gap-1.5 pl-4.5">
        <li>emails in your mailbox and on the mail server</li>
        <li>files that were downloaded</li>
        <li>programs that a webhook has told</li>
        <li>backups of the database</li>
        <li>what another phone keeps, until it has read its lists again</li>
      </ul>
      {unannounced > 0 && (
        <p className="problem mt-2">
          You have had no email about {counted(unannounced, "request")} among those found.
        </p>
      )}
      <StepForm
        className="mt-4"
        isDisabled={!isConfirmed || ids.length === 0 || isPending}
        onSubmit={run}
        submit="Erase everything"
      >
        <Field
          autoCapitalize="none"
          label={`Type “${CONFIRMATION}” to confirm`}
          onType={setTyped}
          spellCheck="false"
          value={typed}
        />
        <Problem>
          {error &&
            `${error instanceof ServerError ? "Nothing" : "Perhaps nothing"} was erased: ${error.message}`}
        </Problem>
      </StepForm>
    </>
  );
}
