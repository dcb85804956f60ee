import { useState } from "react";
import { currentTime } from "../../api/clock.ts";
import type { Act, Lead } from "../../api/server.ts";
import { actOnAll } from "../../data/act.ts";
import { useList } from "../../data/use-leads.ts";
import { Button } from "../../parts/form.tsx";
import { Nothing } from "../../parts/lead-list.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isOver, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { freeHours } from "../../rules/free-hours.ts";
import { counted } from "../../words/lead.ts";
import { clockInWords, dayInWords, timeInWords } from "../../words/time.ts";

/** The length of a day: "2026-11-23". */
const DAY_LENGTH = 10;

/**
 * Moves the stops of a day that rains out to the next free hours of their crews. After the day, `rest` may have a slash
 * and the crew whose stops are chosen at first; otherwise, all are.
 */
export default function RainView({ rest }: { rest: string }) {
  const day = rest.slice(0, DAY_LENGTH);
  const [now] = useState(currentTime);
  const all = stopsOf(useList("visits").leads);
  const ahead = all.filter(
    ({ appointment }) => dayOf(appointment.from) === day && !isOver(appointment, now),
  );
  const [first] = ahead;
  const proposed = freeHours(ahead, all, now);
  const move = (form: HTMLFormElement) => {
    const chosen = new FormData(form).getAll("stop");
    const acts = proposed
      .filter(({ appointment }) => chosen.includes(appointment.id))
      .map(({ lead, appointment: { id, crew }, hours }): [Lead, Act] => {
        const [from, to] = [hours.from.toISOString(), hours.to.toISOString()];
        return [lead, { kind: "moved", appointment: id, from, to, crew, why: "rain" }];
      });
    if (acts.length === 0) return;
    actOnAll(acts, () => `${counted(acts.length, "visit")} moved: rain.`);
    location.hash = "#tell";
  };
  return (
    <>
      <ViewHeading name="rain">{first && dayInWords(first.appointment.from)}</ViewHeading>
      {!first && <Nothing>No visits are ahead on this day.</Nothing>}
      <form
        className="px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault();
          move(event.currentTarget);
        }}
      >
        {proposed.map(({ lead, appointment: { id, from, crew }, hours }) => (
          <label className="flex items-center gap-3 border-line border-b py-2" key={id}>
            <input
              className="size-6 shrink-0 accent-press"
              defaultChecked={day === rest || (crew ?? "") === rest.slice(DAY_LENGTH + 1)}
              name="stop"
              type="checkbox"
              value={id}
            />
            <span className="wrap-anywhere min-w-0 leading-snug">
              <strong className="block">{[lead.name, crew].filter(Boolean).join(", ")}</strong>
              {clockInWords(from)} → {timeInWords(hours.from)}
            </span>
          </label>
        ))}
        {first && (
          <Button className="button sticky bottom-3 mt-4 w-full" data-strong type="submit">
            Move them
          </Button>
        )}
      </form>
    </>
  );
}
