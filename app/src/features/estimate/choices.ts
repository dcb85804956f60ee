import type { Service, Urgency } from "validator-wasm";

/** A choice of how soon, with a few words that help to choose. */
interface UrgencyChoice {
  label: string;
  hint: string;
}

/** The services that an estimate can be asked for. The shared rules name them; none may be missing. */
export const serviceChoices = Object.keys({
  "Tree Removal": true,
  "Tree Pruning": true,
  "Tree Trimming": true,
  "Storm Damage": true,
  "Stump Grinding": true,
  "Land Care": true,
} satisfies Record<Service, true>) as Service[];

/** How soon the visitor wants it done; the form starts at `routine`. */
export const urgencyChoices = {
  routine: { label: "Routine", hint: "Any day works" },
  "within-week": { label: "Within a week", hint: "It bothers me" },
  urgent: { label: "Urgent", hint: "It worries me" },
  emergency: { label: "Emergency", hint: "It is dangerous now" },
} satisfies Record<Urgency, UrgencyChoice>;
