import type { Urgency } from "validator-wasm";
import { service, urgency } from "validator-wasm/form.json";

/** What one of the services includes. */
export const serviceHint = "Land Care is cleanup too: brush, logs, leaves, an overgrown lot.";

/** The services that an estimate can be asked for. */
export const serviceChoices = Object.entries(service).map(([value, label]) => ({ value, label }));

/** A few words that help to choose how soon. */
const hints = {
  routine: "Any day works",
  "within-week": "It bothers me",
  urgent: "It worries me",
  emergency: "It is dangerous now",
} satisfies Record<Urgency, string>;

/** How soon the visitor wants it done; the form starts at the first. */
export const urgencyChoices = Object.entries(urgency).map(([value, label]) => ({
  value,
  label,
  hint: hints[value as Urgency],
}));
