import { useEffect, useRef, useState } from "react";
import { type HistoryEntry, isTemporary, type Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useCalls } from "../../data/calls.ts";
import { takeStep } from "../../data/step.ts";
import { useLead } from "../../data/use-leads.ts";
import { useNow } from "../../data/use-now.ts";
import { Button } from "../../parts/button.tsx";
import { CallLink } from "../../parts/call-link.tsx";
import { Icon } from "../../parts/icon.tsx";
import { MapLink } from "../../parts/map-link.tsx";
import { PaneBar } from "../../parts/pane-bar.tsx";
import { StatusTag } from "../../parts/status-tag.tsx";
import { Signals, Verdict } from "../../parts/verdict.tsx";
import { timeInWords } from "../../rules/clock.ts";
import { isBurning, isOverdue, isUnjudged } from "../../rules/next.ts";
import { ageInWords } from "../../words/age.ts";
import {
  amountInWords,
  callsInWords,
  capitalized,
  LOST_REASONS,
  nameOf,
  nextInWords,
  takenInWords,
} from "../../words/lead.ts";
import { callLink, leadLink, mailLink, personLink } from "../../words/links.ts";
import { ActionBar } from "./action-bar.tsx";
import { Conflict } from "./conflict.tsx";
import { Facts } from "./facts.tsx";
import { Note } from "./note.tsx";
import { Photos } from "./photos.tsx";
import { Reached } from "./reached.tsx";
import { Refused } from "./refused.tsx";
import { VisitFacts, WorkOrder } from "./visit.tsx";
import { WhatNext } from "./what-next.tsx";
import { Words } from "./words.tsx";
import { Write } from "./write.tsx";

interface LeadViewProps {
  id: string;
  back: { href: string; title: string };
}

/** All that is known of one lead, and under the thumb what can be done. */
export default function LeadView({ id, back }: LeadViewProps) {
  const { lead, history, related, error, isPaused } = useLead(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = lead !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true });
  }, [isThere]);

  if (!lead) {
    const isMissing = error && !isTemporary(error);
    return (
      <>
        <PaneBar {...back} />
        <div className="p-6">
          <h1 className="text-xl" ref={heading} tabIndex={-1}>
            {isMissing ? "This lead is not there" : "One moment…"}
          </h1>
          {isMissing && <p className="mt-2">It was erased, or the address is not whole.</p>}
          {(isPaused || (error && !isMissing)) && (
            <p className="mt-2">There is no connection, and this phone does not have this lead.</p>
          )}
        </div>
      </>
    );
  }
  const isSpam = lead.status === "spam" || (isUnjudged(lead) && !lead.emergency);
  return (
    <>
      <PaneBar {...back}>{!isSpam && <Take lead={lead} />}</PaneBar>
      <div className="lead-scroll">
        <article className="lead">
          <header>
            {isBurning(lead) && <Emergency lead={lead} />}
            <h1 className="wrap-anywhere text-2xl" ref={heading} tabIndex={-1}>
              {lead.name}
            </h1>
            <p className="text-lg">
              {[lead.service, isBurning(lead) ? undefined : lead.urgencyLabel]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <Standing lead={lead} />
          </header>
          <Refused lead={id} />
          <Conflict lead={id} />
          {isUnjudged(lead) && (
            <section aria-labelledby="judge">
              <h2 id="judge">Is this a customer?</h2>
              <Signals lead={lead} />
              <Verdict lead={lead} />
            </section>
          )}
          <section aria-labelledby="words">
            <h2 className="sr-only" id="words">
              What they said
            </h2>
            <p className="wrap-anywhere whitespace-pre-wrap text-lg leading-[1.45]">
              {lead.details ? <Words>{lead.details}</Words> : "No details."}
            </p>
            {lead.shortened && (
              <p className="mt-2">
                {isPaused || error ? "There is more, which needs a connection." : "One moment…"}
              </p>
            )}
          </section>
          {!lead.suspect && lead.version >= 0 && <Photos lead={lead} />}
          <VisitFacts lead={lead} />
          <Contact lead={lead} />
          <Note key={lead.id} lead={lead} />
          <Related leads={related} />
          <History entries={history} />
          <Rest lead={lead} />
        </article>
        <WorkOrder lead={lead} />
      </div>
      {!isSpam && <Actions lead={lead} />}
    </>
  );
}

/** What can be done, under the thumb; after a call, whether somebody was reached. */
function Actions({ lead }: { lead: Lead }) {
  const isCalled = useCalls().includes(lead.id);
  const [sheet, setSheet] = useState<"next" | "write">();
  const close = () => setSheet(undefined);
  return (
    <>
      {isCalled ? (
        <Reached lead={lead} onReached={() => setSheet("next")} />
      ) : (
        <ActionBar aria-label="What can be done">
          <CallLink className="button narrow:col-span-full py-1" data-strong lead={lead}>
            <Icon name="call" />
            <span className="min-w-0">
              <span className="block text-lg leading-tight">Call</span>
              <span className="wrap-anywhere narrow:sr-only block font-medium text-sm leading-tight [font-variant-numeric:tabular-nums]">
                {lead.phone}
              </span>
            </span>
          </CallLink>
          {!lead.call && (
            <p className="wrap-anywhere narrow:col-span-full self-center">
              {lead.version < 0 ? "To be called once it is sent" : "No number to call"}:{" "}
              {lead.phone}
            </p>
          )}
          <Button disabled={!lead.call && !lead.email} onClick={() => setSheet("write")}>
            Text
          </Button>
          <Button onClick={() => setSheet("next")}>What next</Button>
        </ActionBar>
      )}
      {sheet === "write" && <Write close={close} lead={lead} />}
      {sheet === "next" && <WhatNext close={close} lead={lead} />}
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
        onClick={() => takeStep(lead, { kind: "take", mine: !isMine })}
      >
        {isMine ? "You have it" : "I’ll take it"}
      </Button>
    </>
  );
}

/** The promise of an emergency, and whether it may be none. */
function Emergency({ lead }: { lead: Lead }) {
  const next = useNow((now) => nextInWords(lead, now));
  return (
    <p
      className="mb-3 rounded-sm border-orange-600 border-l-8 bg-alarm px-3 py-2 text-on-alarm data-unsure:border-dashed"
      data-unsure={isUnjudged(lead) || undefined}
    >
      <strong className="figures block text-lg">
        {isUnjudged(lead) ? "Emergency, maybe spam" : "Emergency"}
      </strong>
      {next}
    </p>
  );
}

/** Since when it is there, what was done, and what is next. */
function Standing({ lead }: { lead: Lead }) {
  const { createdAt, source, status, quoted, lostReason } = lead;
  const age = useNow((now) => ageInWords(createdAt, now));
  const next = useNow((now) => nextInWords(lead, now));
  const calls = useNow((now) => callsInWords(lead, now) ?? "");
  const isLate = useNow((now) => isOverdue(lead, now));
  return (
    <>
      <p className="mt-1 text-quiet">
        {source === "call" ? "Called us" : "Came"}{" "}
        <time dateTime={createdAt}>
          {age === "now" ? "just now" : `${age} ago`}, {timeInWords(createdAt)}
        </time>
      </p>
      <div className="mt-3 grid justify-items-start gap-1">
        {!isBurning(lead) && (
          <p
            className="border-transparent font-semibold data-late:border-ink data-late:border-l-8 data-late:pl-2"
            data-late={isLate || undefined}
          >
            {next}
          </p>
        )}
        {calls && <p>{capitalized(calls)}</p>}
        {status !== "new" && <StatusTag lead={lead} />}
        {lostReason && <p>{LOST_REASONS[lostReason]}</p>}
        {status === "won" && quoted !== null && <p>Quoted {amountInWords(quoted)}</p>}
      </div>
    </>
  );
}

const link = (href: string, words: string, className = "link") => (
  <a className={className} href={href}>
    {words}
  </a>
);

/** Where they are, and the ways to reach them. */
function Contact({ lead }: { lead: Lead }) {
  const { call, phone, email, address, city, state } = lead;
  const numbers = "link [font-variant-numeric:tabular-nums]";
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">Where and how</h2>
      <Facts
        facts={[
          [
            "Address",
            address && (
              <span className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 flex-1 basis-40">
                  <Words>{address}</Words>
                </span>
                <MapLink address={address} className="button">
                  Map<span className="sr-only"> of {address}</span>
                </MapLink>
              </span>
            ),
          ],
          ["Number", call ? link(callLink(call.number), phone, numbers) : phone],
          [
            "Other numbers",
            call?.others.length
              ? call.others.map((other) => (
                  <p key={other}>{link(callLink(other), other, numbers)}</p>
                ))
              : undefined,
          ],
          ["E-mail", email && link(mailLink(email), email)],
          ["Wrote from", [city, state].filter(Boolean).join(", ")],
        ]}
      />
    </section>
  );
}

/** Other requests of the same number or e-mail address. */
function Related({ leads }: { leads: Lead[] }) {
  if (leads.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <h2 id="related">The same person</h2>
      <ul className="mt-2 border-line border-t">
        {leads.map((lead) => (
          <li className="border-line border-b py-2.5" key={lead.id}>
            <a className="link" href={leadLink(lead.id)}>
              {timeInWords(lead.createdAt)}
            </a>{" "}
            <StatusTag lead={lead} />
            <p className="wrap-anywhere line-clamp-2">
              {lead.name}: {lead.details || lead.service}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ entries }: { entries: HistoryEntry[] | undefined }) {
  if (!entries || entries.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="mt-2.5 grid gap-3 border-line border-l-2 pl-4">
        {entries.map(({ at, who, what, before }) => (
          <li key={`${at} ${what}`}>
            <p className="wrap-anywhere">{what}</p>
            <p className="text-quiet text-sm">
              <time dateTime={at}>{timeInWords(at)}</time> · {nameOf(who)}
            </p>
            {before && (
              <details>
                <summary className="link min-h-12 content-center">What it said before</summary>
                <p className="wrap-anywhere whitespace-pre-wrap">{before}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const MAIL_IN_WORDS: Readonly<Record<NonNullable<Lead["mail"]>, string>> = {
  sent: "You have had a mail about it.",
  waiting: "The mail to you is on its way.",
  failed: "The mail to you was not delivered: see Mails.",
  held: "It is in the next mail about what may be spam.",
};

/** What is rarely wanted. */
function Rest({ lead }: { lead: Lead }) {
  return (
    <footer className="grid justify-items-start gap-2">
      {lead.mail && <p>{MAIL_IN_WORDS[lead.mail]}</p>}
      {lead.status !== "spam" && !isUnjudged(lead) && (
        <button
          className="link min-h-12"
          onClick={() => takeStep(lead, { kind: "verdict", verdict: "spam" })}
          type="button"
        >
          This is spam
        </button>
      )}
      <a className="link min-h-12 content-center" href={personLink(lead.id)}>
        Privacy request…
      </a>
    </footer>
  );
}
