import type { Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { undo } from "../../data/act.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { LinkedText } from "../../parts/links.tsx";
import { dayOf } from "../../rules/clock.ts";
import { isUndoable } from "../../rules/fold.ts";
import type { LogEntry } from "../../rules/log.ts";
import { actInWords } from "../../words/act.ts";
import { nameOf } from "../../words/lead.ts";
import { clockInWords, momentInWords, relativeDayInWords } from "../../words/time.ts";
import { Section } from "./section.tsx";

/** The events of a lead, newest first, by day. */
export function Log({ lead, log }: { lead: Lead; log: LogEntry[] }) {
  if (log.length === 0) return null;
  const isOfDay = ({ at }: LogEntry, before: LogEntry | undefined) =>
    before !== undefined && dayOf(before.at) === dayOf(at);
  return (
    <Section id="history" title="History">
      <ol className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
        {log.map((entry, index) => (
          <li className="col-span-full grid grid-cols-subgrid" key={entry.id}>
            {!isOfDay(entry, log[index - 1]) && <Day time={entry.at} />}
            <Entry entry={entry} lead={lead} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Day({ time }: { time: string }) {
  const words = useNow((now) => relativeDayInWords(time, now));
  return (
    <h3 className="col-span-full mt-3 border-line border-b pb-1 text-quiet text-sm">{words}</h3>
  );
}

const whoInWords = (who = "") => (who === person ? "you" : nameOf(who));

function Entry({ lead, entry }: { lead: Lead; entry: LogEntry }) {
  const { at, who, isUnsent, undoneBy } = entry;
  const words = entry.kind === "noted" ? <LinkedText>{entry.text}</LinkedText> : actInWords(entry);
  const Words = undoneBy ? "s" : "span";
  const facts = [
    who && whoInWords(who),
    isUnsent && "not sent yet",
    undoneBy && `undone by ${whoInWords(undoneBy.who)}, ${momentInWords(undoneBy.at)}`,
  ];
  return (
    <>
      <time className="py-2 text-quiet text-sm tabular-nums leading-6" dateTime={at}>
        {clockInWords(at)}
      </time>
      <p className="wrap-anywhere py-2 leading-snug">
        <Words className={undoneBy ? "whitespace-pre-wrap text-quiet" : "whitespace-pre-wrap"}>
          {words}
        </Words>
        <span className="block text-quiet text-sm">{facts.filter(Boolean).join(" · ")}</span>
      </p>
      {!undoneBy && isUndoable(entry) && (
        <details className="relative self-start">
          <summary className="grid min-h-12 min-w-12 list-none place-items-center font-bold text-press">
            <span aria-hidden="true">⋯</span>
            <span className="sr-only">More about “{actInWords(entry)}”</span>
          </summary>
          <Button
            className="button absolute top-full right-0 z-1 bg-raised"
            onClick={() => undo(lead, entry)}
          >
            Undo
          </Button>
        </details>
      )}
    </>
  );
}
