import { type ReactNode, useState } from "react";
import { currentTime } from "../../api/clock.ts";
import type { Act, Lead } from "../../api/server.ts";
import { actOnAll } from "../../data/act.ts";
import { useIsOffline } from "../../data/queries.ts";
import { Button, Problem } from "../../parts/form.tsx";
import { LeadList, Nothing } from "../../parts/lead-list.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { crewsOf, isOver, type Stop, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { freeHours, type Hours } from "../../rules/free-hours.ts";
import { counted } from "../../words/lead.ts";
import { clockInWords, dayInWords, timeInWords } from "../../words/time.ts";

/** Moves the stops of a day that rains out to the next free hours of their crews. */
export default function RainView({ rest: day }: { rest: string }) {
  return (
    <>
      <ViewHeading name="rain">Moves stops to the crew’s next free hours</ViewHeading>
      <LeadList empty="No visits are set." list="visits">
        {(leads, hasMore) => <Choice day={day} hasMore={hasMore} stops={stopsOf(leads)} />}
      </LeadList>
    </>
  );
}

function Choice({ day, stops, hasMore }: { day: string; stops: Stop[]; hasMore: boolean }) {
  const [now] = useState(currentTime);
  const [staying, setStaying] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const isOffline = useIsOffline();
  const ahead = stops.filter(
    ({ appointment }) => dayOf(appointment.from) === day && !isOver(appointment, now),
  );
  const chosen = ahead.filter(({ appointment: { id } }) => !staying.includes(id));
  const hours = freeHours(chosen, stops, now);
  const [first] = ahead;
  if (!first) return stops.length > 0 && <Nothing>No stops are ahead on this day.</Nothing>;
  const keep = (ids: string[], isMoved: boolean) =>
    setStaying((before) => [...before.filter((id) => !ids.includes(id)), ...(isMoved ? [] : ids)]);
  const move = () => {
    const acts = chosen.flatMap(({ lead, appointment: { id, crew } }): [Lead, Act][] => {
      const found = hours.get(id);
      if (!found) return [];
      const from = new Date(found.from).toISOString();
      const to = new Date(found.to).toISOString();
      return [[lead, { kind: "moved", appointment: id, from, to, crew, why: "rain" }]];
    });
    const mistake = actOnAll(acts, `${counted(acts.length, "stop")} moved: rain.`);
    if (mistake) setProblem(mistake);
    else location.hash = "#tell";
  };
  return (
    <form
      className="px-4 pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        move();
      }}
    >
      {[...crewsOf(ahead)].map(([crew, own]) => (
        <Crew
          chosen={chosen}
          hours={hours}
          key={crew}
          onChoose={keep}
          stops={own}
          title={[dayInWords(first.appointment.from), crew].filter(Boolean).join(", ")}
        />
      ))}
      <Problem>{problem}</Problem>
      <Button
        className="button sticky bottom-3 w-full"
        data-strong
        disabled={chosen.length === 0 || (hasMore && !isOffline)}
        type="submit"
      >
        Move {counted(chosen.length, "stop")}
      </Button>
    </form>
  );
}

interface CrewProps {
  title: string;
  stops: Stop[];
  chosen: Stop[];
  hours: ReadonlyMap<string, Hours>;
  onChoose: (ids: string[], isMoved: boolean) => void;
}

/** A crew's stops with their proposed hours. Those with a tick are moved. */
function Crew({ title, stops, chosen, hours, onChoose }: CrewProps) {
  const choice = (label: ReactNode, ids: string[]) => (
    <label className="flex min-h-12 items-center gap-3 border-line border-b py-2 leading-snug">
      <input
        checked={chosen.some(({ appointment: { id } }) => ids.includes(id))}
        className="size-6 shrink-0 accent-press"
        onChange={({ target }) => onChoose(ids, target.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="contents">
        <h2 className="text-lg">
          {choice(
            title,
            stops.map(({ appointment: { id } }) => id),
          )}
        </h2>
      </legend>
      <ul>
        {stops.map(({ lead: { name, address, town }, appointment: { id, from } }) => (
          <li key={id}>
            {choice(
              <span className="wrap-anywhere min-w-0">
                <strong>
                  {clockInWords(from)} {name}
                </strong>
                <span className="block text-sm">{address ?? town}</span>
                {hours.has(id) ? `→ ${timeInWords(hours.get(id)?.from ?? 0)}` : "Stays"}
              </span>,
              [id],
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
