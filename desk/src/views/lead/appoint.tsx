import { uuidOfTime } from "browser/uuid-of-time.ts";
import { currentTime } from "../../api/clock.ts";
import { type ActOf, type Lead, request } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useForm } from "../../data/draft.ts";
import { useQuery } from "../../data/queries.ts";
import { useStore } from "../../data/store.ts";
import { Field, StepForm } from "../../parts/fields.tsx";
import { Button } from "../../parts/form.tsx";
import { type Appointment, crewsOf, stopsOf } from "../../rules/appointments.ts";
import { dayOf, fromField, MINUTE_MS, timeOn, toField } from "../../rules/clock.ts";
import { endOfHours } from "../../rules/offered-times.ts";
import { REASONS } from "../../words/act.ts";
import { capitalized, nameOf } from "../../words/lead.ts";
import { timeInWords } from "../../words/time.ts";
import type { Choice, FormProps } from "./choice.ts";
import { AgreedTime } from "./when.tsx";

const MAX_NAMES = 6;

/** Returns the names of crews who may go: this person, crews of other appointments by frequency, and colleagues. */
function useNames(): string[] {
  const people = useQuery("session", () => request("get", "/session")).data?.people ?? [];
  const leads = useStore((state) => state.leads);
  const crews = [...crewsOf(stopsOf([...leads.values()]))];
  const used = crews.sort(([, one], [, other]) => other.length - one.length);
  const names = [nameOf(person ?? ""), ...used.map(([name]) => name), ...people.map(nameOf)];
  return [...new Set(names)].filter((name) => name).slice(0, MAX_NAMES);
}

/** The time after a call in which what is set was said in it. */
const CALL_MS = 15 * MINUTE_MS;

/** Returns how the customer knows what is set now: they are, or were just, on the phone. */
export const toldNow = ({ calls }: Lead): "call" | undefined =>
  currentTime() - Date.parse(calls.at(-1) ?? "") < CALL_MS ? "call" : undefined;

type Why = ActOf<"moved">["why"];

interface AppointProps extends FormProps {
  purpose: Appointment["purpose"];
  /** the appointment to move; otherwise a further one is set */
  moved?: Appointment;
}

/** Sets an appointment, or moves one. What the crew has at other customers then is said, and nothing is forbidden. */
function Appoint({ lead, draft, finish, purpose, moved }: AppointProps) {
  const names = useNames();
  const isWork = purpose === "work";
  const isAhead = moved && Date.parse(moved.from) > currentTime();
  const { values, type, field } = useForm(draft, {
    at: isAhead ? toField(moved.from) : "",
    until: "",
    by: (moved ? moved.crew : (lead.visitBy ?? names[0])) ?? "",
    told: toldNow(lead) ?? "",
    why: "customer" as Why,
  });
  const { at, until, by, told, why } = values;
  const endOf = (from: Date) => {
    if (/^\d\d:\d\d$/.test(until)) return timeOn(dayOf(from), until);
    if (!moved) return endOfHours(from, purpose);
    return new Date(from.getTime() + Date.parse(moved.to) - Date.parse(moved.from));
  };
  const from = fromField(at);
  const set = () => {
    if (!from) return;
    const hours = { from: from.toISOString(), to: endOf(from).toISOString() };
    const common = {
      ...hours,
      crew: by.trim() || undefined,
      told: told ? ("call" as const) : undefined,
    };
    if (moved) finish({ kind: "moved", appointment: moved.id, ...common, why });
    else {
      const appointment = uuidOfTime(currentTime());
      finish({ kind: "appointed", appointment, purpose, ...common });
    }
  };
  const submit = moved ? "Move it" : isWork ? "Set the day" : "Set the visit";
  return (
    <StepForm isDisabled={!from} onSubmit={set} submit={submit}>
      <AgreedTime crew={by} endOf={endOf} lead={lead} purpose={purpose} {...field("at")}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 gap-y-2">
          <Field label="Until" type="time" {...field("until")} />
          <Field label="Who goes" {...field("by")} />
        </div>
      </AgreedTime>
      <Options
        label="Who goes"
        onChoose={(name) => type({ by: name })}
        options={names.map((name) => [name, name])}
        value={by}
      />
      {moved && (
        <Options
          label="Why"
          onChoose={(reason) => type({ why: reason as Why })}
          options={Object.entries(REASONS).map(([reason, words]) => [reason, capitalized(words)])}
          value={why}
        />
      )}
      <Options
        label="Do they know?"
        onChoose={(told) => type({ told })}
        options={[
          ["call", "Yes"],
          ["", "No"],
        ]}
        value={told}
      />
    </StepForm>
  );
}

interface OptionsProps {
  label: string;
  options: [value: string, label: string][];
  value: string;
  onChoose: (value: string) => void;
}

const Options = ({ label, options, value, onChoose }: OptionsProps) => (
  <p className="flex flex-wrap items-center gap-2">
    <span className="font-semibold">{label}</span>
    {options.map(([option, words]) => (
      <Button aria-pressed={option === value} key={option} onClick={() => onChoose(option)}>
        {words}
      </Button>
    ))}
  </p>
);

/** Sets a visit for an estimate. */
export const Visit = (props: FormProps) => <Appoint {...props} purpose="estimate" />;

/** Sets a day of work, beside those that are set already. */
export const Work = (props: FormProps) => <Appoint {...props} purpose="work" />;

/** Returns the choice that moves an appointment. */
export const moveOf = (moved: Appointment): Choice => ({
  label: `move/${moved.id}`,
  question: `Move ${timeInWords(moved.from)}: to when, and who?`,
  Form: (props) => <Appoint {...props} moved={moved} purpose={moved.purpose} />,
});
