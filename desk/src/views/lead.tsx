import { useEffect, useRef } from "react";
import { type HistoryEntry, isTemporary, type Lead } from "../data/server.ts";
import { folderOf, STATUS_CHOICES, STATUSES } from "../data/status.ts";
import { useChangeLead, useLead } from "../data/use-leads.ts";
import { ageAt, promiseAt, timeInWords, urgencyAt, useNow } from "../parts/age.ts";
import { CallLink } from "../parts/call-link.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { mailLink, mapLink, personLink, textLink } from "../parts/links.ts";
import { Note } from "./note.tsx";
import { Signals, Verdict } from "./spam.tsx";

/** All that is known of one lead, and what can be done. */
export function LeadView({ id }: { id: string }) {
  const { lead, history, error, isPaused } = useLead(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = lead !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);

  if (!lead) {
    const isMissing = error && !isTemporary(error);
    return (
      <div className="p-6">
        <h1 className="text-2xl" ref={heading} tabIndex={-1}>
          {isMissing ? "This lead is not there" : "One moment…"}
        </h1>
        {isMissing && <p className="mt-2">It was erased, or the address is not whole.</p>}
        {(isPaused || (error && !isMissing)) && (
          <p className="mt-2">There is no connection, and this phone does not have this lead.</p>
        )}
      </div>
    );
  }
  const isBurning = lead.emergency && folderOf(lead) === "open";
  return (
    <article className="lead">
      <header>
        {isBurning && <p className="emergency-tag">Emergency</p>}
        <h1
          className="mt-1.5 mb-1 text-[clamp(2rem,1.5rem+2.5vw,2.75rem)]/[1.05]"
          ref={heading}
          tabIndex={-1}
        >
          {lead.name}
        </h1>
        <p className="text-lg">
          {[lead.service, isBurning ? undefined : lead.urgencyLabel].filter(Boolean).join(" · ")}
        </p>
        <When lead={lead} />
      </header>
      <Contact lead={lead} />
      <section aria-labelledby="words">
        <h2 className="sr-only" id="words">
          What they said
        </h2>
        <p className="whitespace-pre-wrap text-lg leading-[1.45]">
          {lead.details || (lead.service ? "No details." : lead.message)}
        </p>
      </section>
      {folderOf(lead) === "spam" ? (
        <section aria-labelledby="judge">
          <h2 id="judge">Is this a customer?</h2>
          <Signals lead={lead} />
          <Verdict lead={lead} />
        </section>
      ) : (
        <StatusButtons lead={lead} />
      )}
      <Note key={lead.id} lead={lead} />
      <Facts lead={lead} />
      {folderOf(lead) !== "spam" && <MarkSpam lead={lead} />}
      <History entries={history} />
      <a
        className="-m-3 justify-self-start p-3 font-bold underline underline-offset-[0.2em]"
        href={personLink(lead.id)}
      >
        Privacy request…
      </a>
    </article>
  );
}

/** When it came; while it waits, how long the promise still holds. */
function When({ lead }: { lead: Lead }) {
  const { createdAt } = lead;
  const isWaiting = folderOf(lead) === "open";
  const age = useNow((now) => Object.values(ageAt(createdAt, now)).join(" ").trim());
  const promise = useNow((now) => promiseAt(createdAt, now));
  const urgency = useNow((now) => urgencyAt(createdAt, now));
  return (
    <>
      <p className="mt-2">
        <time dateTime={createdAt}>
          {age === "now" ? "Just now" : `${age} ago`} · {timeInWords(createdAt)}
        </time>
      </p>
      {isWaiting && (
        <p className={urgency === "calm" ? "font-semibold" : "font-semibold text-orange-600"}>
          {promise}
        </p>
      )}
    </>
  );
}

/** The ways to reach the person. */
function Contact({ lead }: { lead: Lead }) {
  const { phone, email, address } = lead;
  return (
    <section aria-label="Contact">
      <CallLink className="call" lead={lead}>
        <Icon className="size-7" name="call" />
        <span className="sr-only">Call </span>
        <span className="figures min-w-0 break-words">{phone}</span>
      </CallLink>
      <div className="mt-2 flex gap-2">
        <ContactLink href={textLink(phone)} icon="text">
          Text
        </ContactLink>
        {email && (
          <ContactLink href={mailLink(email)} icon="mails">
            E-mail
          </ContactLink>
        )}
        {address && (
          <ContactLink href={mapLink(address)} icon="map" isElsewhere>
            Map
          </ContactLink>
        )}
      </div>
    </section>
  );
}

function ContactLink({
  href,
  icon,
  isElsewhere,
  children,
}: {
  href: string;
  icon: IconName;
  isElsewhere?: boolean;
  children: string;
}) {
  const target = isElsewhere ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a className="button flex-1" href={href} {...target}>
      <Icon className="size-5" name={icon} />
      {children}
    </a>
  );
}

function StatusButtons({ lead }: { lead: Lead }) {
  const change = useChangeLead();
  return (
    <section aria-labelledby="status">
      <h2 id="status">Where it stands</h2>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-2">
        {STATUS_CHOICES.map((status) => (
          <button
            aria-pressed={status === lead.status}
            className="button px-1"
            key={status}
            onClick={() => status !== lead.status && change({ lead, status })}
            type="button"
          >
            {STATUSES[status].label}
          </button>
        ))}
      </div>
    </section>
  );
}

const MAIL_IN_WORDS: Readonly<Record<NonNullable<Lead["mail"]>, string>> = {
  sent: "Sent",
  waiting: "On its way",
  failed: "Not delivered: see Mails",
  held: "Held back for the digest of suspected spam",
};

/** The rest of what is known, a line each where there is something. */
function Facts({ lead }: { lead: Lead }) {
  const lines: [string, string | null][] = [
    ["Address", lead.address],
    ["Service", lead.service],
    ["Urgency", lead.urgencyLabel],
    ["E-mail", lead.email],
    ["Wrote from", [lead.city, lead.state].filter(Boolean).join(", ")],
    ["Mail to you", lead.mail && MAIL_IN_WORDS[lead.mail]],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className="facts">
        {lines.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function MarkSpam({ lead }: { lead: Lead }) {
  const change = useChangeLead();
  return (
    <button className="button" onClick={() => change({ lead, verdict: "spam" })} type="button">
      This is spam
    </button>
  );
}

function History({ entries }: { entries: HistoryEntry[] | undefined }) {
  if (!entries || entries.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="mt-2.5 grid gap-3 border-paper-200 border-l-2 pl-4">
        {entries.map(({ at, who, what }) => (
          <li key={`${at} ${what}`}>
            <p>{what}</p>
            <p className="text-sm">
              <time dateTime={at}>{timeInWords(at)}</time> · {who}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
