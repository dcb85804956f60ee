import { act } from "../../data/act.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LeadLink, Margin } from "../../parts/lead-rows.tsx";
import { CallLink, MapLink } from "../../parts/links.tsx";
import { isOver, type Stop } from "../../rules/appointments.ts";
import { ENDS, PURPOSES } from "../../words/act.ts";
import { changeInWords } from "../../words/appointment.ts";
import { newestNote } from "../../words/lead.ts";
import { clockInWords, relativeDayInWords } from "../../words/time.ts";
import { changeOf, storeSeen, useSeen } from "./seen.ts";

const ROUND = "button relative z-1 size-13 rounded-full p-0";

interface StopRowProps extends Stop {
  /** whether headings name the day and the crew */
  isOfCrew?: boolean;
}

/** A stop of a crew: its hours, the customer, the note that matters, and what has changed until that is seen. */
export function StopRow({ isOfCrew = true, ...stop }: StopRowProps) {
  const { lead, appointment, goes } = stop;
  const { name, address, town, service, note } = lead;
  const { id, from, to, crew, purpose, ended } = appointment;
  const isPast = useNow((now) => isOver(appointment, now));
  const day = useNow((now) => relativeDayInWords(from, now));
  const isSeen = useSeen().includes(changeOf(stop));
  const news = goes ? `Moved to another crew: ${goes}` : changeInWords(appointment);
  const change = isSeen ? undefined : news;
  const state = ended && ended !== "called-off" ? ENDS[ended] : isPast && !ended && "Over";
  const outside = isOfCrew ? [] : [day, crew];
  const facts = [...outside, `until ${clockInWords(to)}`, state, PURPOSES[purpose], service];
  return (
    <li className={isPast ? "row text-quiet" : "row"}>
      <Margin time={from} words={clockInWords(from)} />
      <div className="min-w-0 py-2.5 narrow:pl-2 leading-snug">
        <h3 className={goes || ended === "called-off" ? "text-lg line-through" : "text-lg"}>
          <LeadLink lead={lead} />
        </h3>
        <p className="wrap-anywhere">{address ?? town}</p>
        <p className="text-sm">{facts.filter(Boolean).join(" · ")}</p>
        <p className="wrap-anywhere line-clamp-3 empty:hidden">{newestNote(note)}</p>
        {change && (
          <p className="flex flex-wrap items-center gap-x-3 font-semibold text-ink">
            {change}
            <Button className="link relative z-1 min-h-12" onClick={() => storeSeen(stop)}>
              Seen<span className="sr-only">: {name}</span>
            </Button>
          </p>
        )}
        {isPast && ended === null && !goes && (
          <p className="mt-1 flex flex-wrap gap-2">
            {(["done", "nobody-there"] as const).map((how) => (
              <Button
                className="button relative z-1"
                key={how}
                onClick={() => act(lead, { kind: "ended", appointment: id, how })}
              >
                {how === "done" ? "Done" : ENDS[how]}
                <span className="sr-only">: {name}</span>
              </Button>
            ))}
          </p>
        )}
      </div>
      <div className="grid gap-1.5 py-2">
        <CallLink className={ROUND} lead={lead}>
          <Icon name="call" />
          <span className="sr-only">Call {name}</span>
        </CallLink>
        {address && (
          <MapLink address={address} className={ROUND}>
            <span className="sr-only">Map of {address}</span>
          </MapLink>
        )}
      </div>
    </li>
  );
}
