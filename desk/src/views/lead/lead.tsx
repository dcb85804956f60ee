import { useEffect, useRef } from "react";
import { isTemporary, type Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { act, discard, writeAgain } from "../../data/act.ts";
import { storeText, useStoredText } from "../../data/stored-text.ts";
import { useLead, useRefused } from "../../data/use-leads.ts";
import { leadHref, personHref } from "../../page/route.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { CallLink, LinkedText, MapLink } from "../../parts/links.tsx";
import { PaneBar } from "../../parts/pane-bar.tsx";
import { StatusTag } from "../../parts/status-tag.tsx";
import { Signals, VerdictButtons } from "../../parts/verdict.tsx";
import { nextOpening } from "../../rules/clock.ts";
import type { clashesOf } from "../../rules/log.ts";
import { isMaybeSpam, isOverdue, isUnreachedEmergency, listOf } from "../../rules/next.ts";
import { actInWords, wordsOf } from "../../words/act.ts";
import { amountInWords } from "../../words/amount.ts";
import {
  callsInWords,
  capitalized,
  LOST_REASONS,
  nameOf,
  nextInWords,
  takenInWords,
} from "../../words/lead.ts";
import { mailHref } from "../../words/links.ts";
import { ageInWords, momentInWords, timeInWords } from "../../words/time.ts";
import { Actions } from "./actions.tsx";
import { Correct } from "./correct.tsx";
import { EstimateFacts } from "./estimate-facts.tsx";
import { Log } from "./log.tsx";
import { Note } from "./note.tsx";
import { Photos } from "./photos.tsx";
import { Facts, PaneBody, Section } from "./section.tsx";
import { VisitFacts, WorkOrder } from "./visit.tsx";

type LeadViewProps = { id: string; back: { href: string; title: string } };

/** One lead, with the actions below it. */
export default function LeadView({ id, back }: LeadViewProps) {
  const { lead, log, clashes, related, error, isPaused } = useLead(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = lead !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);

  if (!lead) {
    const isMissing = error && !isTemporary(error);
    return (
      <>
        <PaneBar {...back} />
        <div className="p-6">
          <h1 className="text-xl" ref={heading} tabIndex={-1}>
            {isMissing ? "Lead not found" : "One moment…"}
          </h1>
          {isMissing && <p className="mt-2">It was erased, or the link is incomplete.</p>}
          {(isPaused || (error && !isMissing)) && (
            <p className="mt-2">There is no connection, and this phone does not have this lead.</p>
          )}
        </div>
      </>
    );
  }
  const estimate = <EstimateFacts lead={lead} log={log} />;
  return (
    <>
      <PaneBar {...back}>
        {!lead.hidden && <Take lead={lead} />}
        {!lead.hidden && !isMaybeSpam(lead) && (
          <Button className="link min-h-12" onClick={() => act(lead, { kind: "spam" })}>
            <span className="narrow:sr-only">This is</span> spam
          </Button>
        )}
      </PaneBar>
      <PaneBody printed={<WorkOrder lead={lead} />}>
        <header>
          {isUnreachedEmergency(lead) && <Emergency lead={lead} />}
          <h1 className="wrap-anywhere text-2xl" ref={heading} tabIndex={-1}>
            {lead.name}
          </h1>
          <p className="text-lg">
            {[lead.service, isUnreachedEmergency(lead) ? undefined : lead.urgencyLabel]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <LeadState lead={lead} />
        </header>
        <Refused lead={lead} />
        {clashes.map((clash) => (
          <Clash key={clash.mine.id + clash.theirs.id} {...clash} />
        ))}
        {isMaybeSpam(lead) && (
          <Section id="judge" title="Is this a customer?">
            <Signals lead={lead} />
            <VerdictButtons lead={lead} />
          </Section>
        )}
        {lead.estimate?.waits && estimate}
        <section aria-labelledby="words">
          <h2 className="sr-only" id="words">
            What they said
          </h2>
          <p className="wrap-anywhere whitespace-pre-wrap text-lg leading-[1.45]">
            {lead.details ? <LinkedText>{lead.details}</LinkedText> : "No details."}
          </p>
          {lead.shortened && (
            <p className="mt-2">
              {isPaused || error ? "There is more, which needs a connection." : "One moment…"}
            </p>
          )}
        </section>
        {!lead.suspect && lead.events >= 0 && <Photos lead={lead} />}
        {!lead.estimate?.waits && estimate}
        <VisitFacts lead={lead} />
        <Contact lead={lead} />
        {related.length > 0 && <Related leads={related} />}
        <Log lead={lead} log={log} />
        <Rest lead={lead} />
      </PaneBody>
      {!lead.hidden && <Note lead={lead} />}
      {!lead.hidden && <Actions lead={lead} />}
    </>
  );
}

function Take({ lead }: { lead: Lead }) {
  const isMine = lead.takenBy !== null && lead.takenBy === person;
  const other = isMine ? undefined : takenInWords(lead);
  return (
    <>
      {other && <span className="font-semibold">{other}</span>}
      <Button
        aria-pressed={isMine}
        className="button min-h-10 py-1"
        onClick={() => act(lead, { kind: "taken", mine: !isMine })}
      >
        {isMine ? "You have it" : "I’ll take it"}
      </Button>
    </>
  );
}

function Emergency({ lead }: { lead: Lead }) {
  const next = useNow((now) => nextInWords(lead, now));
  return (
    <p
      className="mb-3 rounded-sm border-orange-600 border-l-8 bg-alarm px-3 py-2 text-on-alarm data-unsure:border-dashed"
      data-unsure={isMaybeSpam(lead) || undefined}
    >
      <strong className="figures block text-lg">
        {isMaybeSpam(lead) ? "Emergency, maybe spam" : "Emergency"}
      </strong>
      {next}
    </p>
  );
}

/** A lead's arrival, its calls, its status and its next time. */
function LeadState({ lead }: { lead: Lead }) {
  const { id, createdAt, source, status, quoted, lostReason } = lead;
  const age = useNow((now) => ageInWords(createdAt, now));
  const next = useNow((now) => nextInWords(lead, now));
  const calls = useNow((now) => callsInWords(lead, now) ?? "");
  const isLate = useNow((now) => isOverdue(lead, now));
  const isDue = useNow((now) => listOf(lead, now) === "now");
  return (
    <>
      <p className="mt-1 text-quiet">
        {source === "call" ? "Called us" : "Came"}{" "}
        <time dateTime={createdAt}>
          {age === "now" ? "just now" : `${age} ago`}, {timeInWords(createdAt)}
        </time>
        {/* The confirmation shows it to the visitor. */}
        {source !== "call" && `, reference ${id.slice(-4).toUpperCase()}`}
      </p>
      <div className="mt-3 grid justify-items-start gap-1">
        {!isUnreachedEmergency(lead) && (
          <p
            className="border-transparent font-semibold data-late:border-ink data-late:border-l-8 data-late:pl-2"
            data-late={isLate || undefined}
          >
            {next}
          </p>
        )}
        {isDue && <DueActs lead={lead} />}
        {calls && <p>{capitalized(calls)}</p>}
        {status !== "new" && <StatusTag lead={lead} />}
        {lostReason && <p>{LOST_REASONS[lostReason]}</p>}
        {status === "won" && quoted !== null && <p>Quoted {amountInWords(quoted)}</p>}
      </div>
    </>
  );
}

/** What is done most often with a lead that is due, in one press. "What next" has the rest, and other times. */
function DueActs({ lead }: { lead: Lead }) {
  const until = useNow((now) => nextOpening(now).toISOString());
  const words = useNow((now) => momentInWords(until, now));
  return (
    <p className="flex flex-wrap gap-x-5">
      <Button
        className="link min-h-12"
        onClick={() => act(lead, { kind: "called", reached: false })}
      >
        No answer
      </Button>
      {!isUnreachedEmergency(lead) && (
        <Button className="link min-h-12" onClick={() => act(lead, { kind: "put-off", until })}>
          Put off until {words}
        </Button>
      )}
    </p>
  );
}

function Contact({ lead }: { lead: Lead }) {
  const { call, phone, email, address, city, state } = lead;
  const dial = (number: string, text = number) => (
    <CallLink className="link [font-variant-numeric:tabular-nums]" lead={lead} number={number}>
      {text}
    </CallLink>
  );
  return (
    <Section id="contact" title="Contact">
      <Facts
        facts={[
          [
            "Address",
            address && (
              <span className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 flex-1 basis-40">
                  <LinkedText>{address}</LinkedText>
                </span>
                <MapLink address={address} className="button">
                  Map<span className="sr-only"> of {address}</span>
                </MapLink>
              </span>
            ),
          ],
          ["Number", call ? dial(call.number, phone) : phone],
          [
            "Other numbers",
            call?.others.length
              ? call.others.map((other) => <p key={other}>{dial(other)}</p>)
              : null,
          ],
          [
            "Email",
            email && (
              <a
                className="link"
                href={mailHref(email)}
                onClick={() => act(lead, { kind: "wrote" })}
              >
                {email}
              </a>
            ),
          ],
          ...Object.entries(lead.otherFields),
          ["Wrote from", [city, state].filter(Boolean).join(", ")],
        ]}
      />
      <Correct lead={lead} />
    </Section>
  );
}

const Related = ({ leads }: { leads: Lead[] }) => (
  <Section id="related" title="The same person">
    <ul className="mt-2 border-line border-t">
      {leads.map((lead) => (
        <li className="border-line border-b py-2.5" key={lead.id}>
          <a className="link" href={leadHref(lead.id)}>
            {timeInWords(lead.createdAt)}
          </a>{" "}
          <StatusTag lead={lead} />
          <p className="wrap-anywhere line-clamp-2">
            {[lead.address, lead.details || lead.service].filter(Boolean).join(": ")}
          </p>
        </li>
      ))}
    </ul>
  </Section>
);

/** Shows what the server refused, and why, until a person mends or removes it. */
const Refused = ({ lead }: { lead: Lead }) =>
  useRefused(lead.id).map((refused) => {
    const { enter, event, refusal } = refused;
    const remove = () => {
      if (enter) location.hash = "#now";
      discard(refused);
    };
    return (
      <div className="rounded-md border-2 border-ink px-4 py-2" key={event.id}>
        <p className="wrap-anywhere whitespace-pre-wrap" role="alert">
          {enter ? "Not entered" : `Not recorded: “${wordsOf(event)}”`}, and kept on this phone
          alone. {refusal}
          {(enter || event.kind === "corrected") && " Use “Correct this…” to mend it."}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {event.kind === "noted" && (
            <Button className="link min-h-12" onClick={() => writeAgain(refused)}>
              Write it again
            </Button>
          )}
          <Button className="link min-h-12" onClick={remove}>
            Remove it
          </Button>
        </p>
      </div>
    );
  });

/** Shows an act of the signed-in person and another person's, each done without knowing of the other, once. */
function Clash({ mine, theirs, holding }: ReturnType<typeof clashesOf>[number]) {
  const name = `clash:${mine.id}/${theirs.id}`;
  if (useStoredText(name)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunk px-4 py-2" role="status">
      You set “{actInWords(mine)}” and {nameOf(theirs.who ?? "")} “{actInWords(theirs)}” without
      knowing of each other. “{actInWords(holding)}” holds. What is wrong can be undone in the
      history.
      <Button className="link min-h-12" onClick={() => storeText(name, "told")}>
        Got it
      </Button>
    </p>
  );
}

const MAIL_IN_WORDS: Readonly<Partial<Record<NonNullable<Lead["mail"]>, string>>> = {
  sent: "You have had an email about it.",
  waiting: "The email to you is on its way.",
  failed: "The email to you was not delivered: see Emails.",
  held: "It is in the next email about possible spam.",
};

const Rest = ({ lead }: { lead: Lead }) => (
  <footer className="grid justify-items-start gap-2">
    {lead.mail && <p>{MAIL_IN_WORDS[lead.mail]}</p>}
    <a className="link min-h-12 content-center" href={personHref(lead.id)}>
      Privacy request…
    </a>
  </footer>
);
