import { useState } from "react";
import { fileAddress, type Lead, type Person, type PersonKey, request } from "../../api/server.ts";
import { refreshAnswers, useAction, useAnswer } from "../../data/answers.ts";
import { forgetLeads } from "../../data/store.ts";
import { showToast } from "../../data/toasts.ts";
import { useLead } from "../../data/use-leads.ts";
import { Button } from "../../parts/button.tsx";
import { Download } from "../../parts/download.tsx";
import { Field, StepForm } from "../../parts/fields.tsx";
import { takeFocus } from "../../parts/focus.ts";
import { PaneBar } from "../../parts/pane-bar.tsx";
import { timeInWords } from "../../rules/clock.ts";
import { counted } from "../../words/lead.ts";
import { leadLink, personLink } from "../../words/links.ts";

/** What has to be typed before anything is erased. */
const CONFIRMATION = "erase";

/** How often it is looked again for what there is of a person. */
const REFRESH_MS = 60_000;

/** What is kept of a lead's sender: to be downloaded for them, or erased. */
export default function PersonView({ lead: id }: { lead: string }) {
  const { lead } = useLead(id);
  return (
    <>
      <PaneBar href={leadLink(id)} isAlways title="The lead" />
      <div className="lead-scroll">
        <article className="lead">
          <header>
            <h1 className="text-2xl" ref={takeFocus} tabIndex={-1}>
              Privacy request
            </h1>
            {lead && <p className="text-lg">What is kept of {lead.name}</p>}
          </header>
          {lead ? <Search lead={lead} /> : <p>Looking…</p>}
        </article>
      </div>
    </>
  );
}

/** What is found by the address or the number: by the address alone to begin with. */
function Search({ lead }: { lead: Lead }) {
  const { id, email, phone } = lead;
  const [by, setBy] = useState<PersonKey>(email ? "email" : "phone");
  const key = `person/${id}/${by}`;
  const { data, error, isPaused, isPrevious } = useAnswer(
    key,
    () => request("get", "/leads/{id}/person", { path: { id }, query: { by } }),
    { every: REFRESH_MS },
  );
  // A number may be a household's.
  const keys: [PersonKey, string | null][] = [
    ["email", email],
    ["phone", phone],
    ["both", "E-mail or number"],
  ];
  const problem = isPaused ? "A privacy request needs a connection." : error?.message;
  const isThere = data && !isPrevious;
  return (
    <>
      {email && (
        <section aria-labelledby="known-by">
          <h2 id="known-by">Requests with the same</h2>
          <div className="mt-2 grid gap-2">
            {keys.map(([name, text]) => (
              <Button aria-pressed={name === by} key={name} onClick={() => setBy(name)}>
                <span className="min-w-0 break-words">{text}</span>
              </Button>
            ))}
          </div>
        </section>
      )}
      {problem && <p role="alert">{problem}</p>}
      {!problem && !isThere && <p>Looking…</p>}
      {isThere && !isPaused && (
        <Found by={by} key={by} lead={lead} person={data} refresh={() => refreshAnswers(key)} />
      )}
    </>
  );
}

const isSameName = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

interface FoundProps {
  lead: Lead;
  by: PersonKey;
  person: Person;
  refresh: () => void;
}

/** The requests that are found, each with a tick: those with a tick are given out or erased. */
function Found({ lead, by, person, refresh }: FoundProps) {
  const { requests } = person;
  // Another name may be another person: a tick for it is somebody's decision.
  const [ticked, setTicked] = useState(
    () => new Set(requests.filter(({ name }) => isSameName(name, lead.name)).map(({ id }) => id)),
  );
  const ids = requests.map(({ id }) => id).filter((id) => ticked.has(id));
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  return (
    <>
      <section aria-labelledby="kept">
        <h2 id="kept">{counted(requests.length, "request")}</h2>
        <ul className="mt-2 grid gap-1">
          {requests.map(({ id, createdAt, name, email, phone }) => (
            <li key={id}>
              <label className="flex min-h-12 gap-3 py-2">
                <input
                  checked={ticked.has(id)}
                  className="mt-0.5 size-6 shrink-0 accent-press"
                  onChange={({ target }) => tick(id, target.checked)}
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
        <p className="mt-2">{alsoKept(person)}</p>
      </section>
      <section aria-labelledby="download">
        <h2 id="download">Give it to them</h2>
        <p className="mt-1">
          A file with every request that has a tick, its note and history, call clicks and mails.
        </p>
        {ids.length > 0 && (
          <Download
            className="button mt-3 w-full"
            href={fileAddress("/leads/{id}/person.json", {
              path: { id: lead.id },
              query: { by, requests: ids.join(",") },
            })}
            what="The file"
          >
            Download everything
          </Download>
        )}
      </section>
      <Erase by={by} ids={ids} lead={lead} person={person} refresh={refresh} />
    </>
  );
}

function alsoKept({ photos, clicks, mails, texts, mailFiles }: Person): string {
  const things: [number, string][] = [
    [photos, "photograph"],
    [clicks, "call click"],
    [mails, "mail"],
    [mailFiles, "mail file"],
    [texts, "remembered text"],
  ];
  const kept = things.filter(([count]) => count > 0).map(([count, thing]) => counted(count, thing));
  return kept.length === 0 ? "Nothing else." : `And ${kept.join(", ")}.`;
}

/** The way back leads past what was erased. */
function skipErased(ids: readonly string[]) {
  const erased = new Set(ids.flatMap((id) => [leadLink(id), personLink(id)]));
  const skip = () => {
    if (erased.has(location.hash)) location.replace("#now");
  };
  addEventListener("hashchange", skip);
  skip();
}

/** Erases the requests of these ids. */
function Erase({ lead, by, ids, person, refresh }: FoundProps & { ids: string[] }) {
  const { unannounced, mayErase } = person;
  const [typed, setTyped] = useState("");
  const erase = useAction(async () => {
    const body = { by, requests: ids };
    try {
      await request("delete", "/leads/{id}/person", { path: { id: lead.id }, body });
    } catch (error) {
      refresh();
      throw error;
    }
    skipErased(ids);
    forgetLeads(ids);
    showToast({ text: `Erased: ${counted(ids.length, "request")}.` });
  });
  return (
    <section aria-labelledby="erase">
      <h2 id="erase">Erase it</h2>
      {!mayErase ? (
        <p className="mt-1">
          This server has no permission to erase. Its operator can, by the command{" "}
          <code>leads erase</code> with the login of the tables’ owner.
        </p>
      ) : (
        <>
          <p className="mt-1">
            Every request above that has a tick. There is no undo. Out of reach are:
          </p>
          <ul className="mt-2 grid list-[square] gap-1.5 pl-4.5">
            <li>mails in your mailbox and on the mail server</li>
            <li>files that were downloaded</li>
            <li>programs that a webhook has told</li>
            <li>backups of the database</li>
            <li>what another phone keeps, until it has read its lists again</li>
          </ul>
          {unannounced > 0 && (
            <p className="problem mt-2">
              You have had no mail of {counted(unannounced, "request")} among those found.
            </p>
          )}
          <StepForm
            className="mt-4"
            isDisabled={
              typed.trim().toLowerCase() !== CONFIRMATION || ids.length === 0 || erase.isPending
            }
            onSubmit={erase.run}
            submit="Erase everything"
          >
            <Field
              autoCapitalize="none"
              label={`Type “${CONFIRMATION}” to confirm`}
              onType={setTyped}
              spellCheck="false"
              value={typed}
            />
            <p className="problem empty:hidden" role="alert">
              {erase.error && `Nothing was erased: ${erase.error.message}`}
            </p>
          </StepForm>
        </>
      )}
    </section>
  );
}
