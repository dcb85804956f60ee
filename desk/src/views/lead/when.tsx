import { useState } from "react";
import { Button, StepForm, TimeField } from "../../parts/form.tsx";
import {
  addDays,
  dayOf,
  fromField,
  inThreeDays,
  inTwoHours,
  timeOn,
  toField,
  tomorrowAtEight,
} from "../../rules/clock.ts";
import { weekdayInWords } from "../../words/time.ts";
import { Sheet } from "./sheet.tsx";

interface WhenAgainProps {
  title: string;
  choose: (time: Date) => void;
  close: () => void;
}

/** Asks when a lead comes back: at a suggested time, or at another one. */
export function WhenAgain({ title, choose, close }: WhenAgainProps) {
  const [now] = useState(() => Date.now());
  const [own, setOwn] = useState(() => toField(inTwoHours(now)));
  const times: [string, Date][] = [
    ["In two hours", inTwoHours(now)],
    ["Tomorrow at eight", tomorrowAtEight(now)],
    ["In three days", inThreeDays(now)],
    ["In a week", timeOn(addDays(dayOf(now), 7), "08:00")],
  ];
  const pick = (time: Date) => {
    close();
    choose(time);
  };
  const pickOwn = () => {
    const time = fromField(own);
    if (time) pick(time);
  };
  return (
    <Sheet close={close} title={title}>
      <div className="grid gap-2">
        {times.map(([name, time]) => (
          <Button
            className="button flex-wrap justify-between gap-x-4 text-left"
            key={name}
            onClick={() => pick(time)}
          >
            {name} <span className="font-medium text-ink">{weekdayInWords(time)}</span>
          </Button>
        ))}
        <details className="grid">
          <summary className="button list-none">Another time…</summary>
          <StepForm className="mt-2" onSubmit={pickOwn} submit="Comes back then">
            <TimeField label="At" onType={setOwn} value={own} />
          </StepForm>
        </details>
      </div>
    </Sheet>
  );
}
