import { type ReactNode, useState } from "react";
import { currentTime } from "../../api/clock.ts";
import type { Lead } from "../../api/server.ts";
import { useForm } from "../../data/draft.ts";
import { useList } from "../../data/use-leads.ts";
import { StepForm, TimeField } from "../../parts/fields.tsx";
import { Button } from "../../parts/form.tsx";
import { type Appointment, stopsOf } from "../../rules/appointments.ts";
import {
  dayOf,
  daysBetween,
  fromField,
  HOUR_MS,
  MINUTE_MS,
  timeOn,
  toField,
} from "../../rules/clock.ts";
import { isUnreachedEmergency } from "../../rules/next.ts";
import { agreedTimes, endOfHours, OFFERED_HOURS, returnTimes } from "../../rules/offered-times.ts";
import { counted } from "../../words/lead.ts";
import { hourInWords, nearDayInWords, offerInWords, timeInWords } from "../../words/time.ts";
import { clashInWords } from "./clashes.ts";

/** Returns a function that describes the number of visits on a day: "2 visits". */
function useVisitsOn() {
  const { leads } = useList("visits");
  return (day: string) => {
    const then = stopsOf(leads).filter(
      ({ appointment: { from, ended } }) => ended === null && dayOf(from) === day,
    );
    return then.length > 0 && counted(then.length, "visit");
  };
}

/** Returns a function that says where a crew is during some hours; empty if it is free. */
export function useClashes(lead: Lead, crew: string) {
  const stops = stopsOf(useList("visits").leads);
  return (from: Date, to: Date) => clashInWords(stops, lead.id, crew, [from, to]);
}

const Beside = ({ children }: { children: ReactNode }) =>
  children && <span className="block font-medium text-ink text-sm">{children}</span>;

const TAKEN = "border-dashed border-edge bg-sunk text-quiet";

interface AgreedTimeProps {
  lead: Lead;
  purpose: Appointment["purpose"];
  crew: string;
  /** returns when it ends, if the usual hours do not say it */
  endOf?: (from: Date) => Date;
  /** the chosen time in the format of a field; empty if none is chosen */
  value: string;
  onType: (value: string) => void;
  /** further content behind “Another time…” */
  children?: ReactNode;
}

/**
 * Offers hours of the next days, with the number of visits on each day. Hours that the crew has elsewhere are gray,
 * and what it has there is said when they are chosen. A second press clears the choice.
 */
export function AgreedTime({ lead, purpose, crew, endOf, value, ...props }: AgreedTimeProps) {
  const { onType, children } = props;
  const [now] = useState(currentTime);
  const visitsOn = useVisitsOn();
  const clashesAt = useClashes(lead, crew);
  const clashAt = (from: Date) => clashesAt(from, endOf?.(from) ?? endOfHours(from, purpose));
  const days = agreedTimes(now, OFFERED_HOURS[purpose]);
  const chosen = fromField(value);
  const isOffered = days.some(([, times]) => times.some((time) => toField(time) === value));
  return (
    <div className="grid gap-2">
      {days.map(([day, times]) => (
        <div className="flex flex-wrap items-center gap-2" key={day}>
          <p className="min-w-22 font-semibold leading-tight">
            {nearDayInWords(timeOn(day, "12:00"), now)}
            <Beside>{visitsOn(day)}</Beside>
          </p>
          <p className="grid flex-1 basis-44 auto-cols-fr grid-flow-col gap-2">
            {times.map((time) => {
              const isChosen = toField(time) === value;
              const clashes = clashAt(time);
              return (
                <Button
                  aria-label={[timeInWords(time), clashes].filter(Boolean).join(". ")}
                  aria-pressed={isChosen}
                  className={`button figures px-1 text-lg ${clashes && !isChosen ? TAKEN : ""}`}
                  key={time.getTime()}
                  onClick={() => onType(isChosen ? "" : toField(time))}
                >
                  {hourInWords(time)}
                </Button>
              );
            })}
          </p>
        </div>
      ))}
      <details open={(value !== "" && !isOffered) || undefined}>
        <summary className="button list-none">
          {children ? "Another time or name…" : "Another time…"}
        </summary>
        <div className="mt-2 grid gap-4">
          <TimeField label="Date and time" onType={onType} required={false} value={value} />
          {children}
        </div>
      </details>
      <p className="font-semibold empty:hidden" role="status">
        {chosen && clashAt(chosen)}
      </p>
    </div>
  );
}

/** Returns "in 10 minutes", "in two hours", or "in a week"; undefined if the day and the hour are enough. */
function delayInWords(time: Date, now: number): string | undefined {
  const ms = time.getTime() - now;
  if (ms < HOUR_MS) return `in ${Math.round(ms / MINUTE_MS)} minutes`;
  if (ms === 2 * HOUR_MS) return "in two hours";
  return daysBetween(now, time) >= 7 ? "in a week" : undefined;
}

/** Offers times at which a lead comes back. */
export function ReturnTime({ lead, choose }: { lead: Lead; choose: (time: Date) => void }) {
  const [now] = useState(currentTime);
  const { values, field, forget } = useForm(`${lead.id}/return`, { own: "" });
  const visitsOn = useVisitsOn();
  const time = fromField(values.own);
  const finish = (chosen: Date) => {
    forget();
    choose(chosen);
  };
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(6.75rem,1fr))] gap-2">
      {returnTimes(now, isUnreachedEmergency(lead)).map((time) => (
        <Button
          className="button flex-col gap-0 px-1"
          key={time.getTime()}
          onClick={() => finish(time)}
        >
          {offerInWords(time, now)}
          <Beside>{delayInWords(time, now) ?? visitsOn(dayOf(time))}</Beside>
        </Button>
      ))}
      <details className="open:col-span-full">
        <summary className="button h-full w-full list-none px-1">Another time…</summary>
        <StepForm className="mt-2" onSubmit={() => time && finish(time)} submit="Comes back then">
          <TimeField label="Date and time" {...field("own")} />
        </StepForm>
      </details>
    </div>
  );
}
