import type { Urgency } from "validator-wasm";
import { service, urgency } from "validator-wasm/form.json";

/** The hint that explains one of the services. */
export const serviceHint = "Land Care is cleanup too: brush, logs, leaves, an overgrown lot.";

/** The services that a visitor can request an estimate for. */
export const serviceChoices = Object.entries(service).map(([value, label]) => ({ value, label }));

const hints = {
  routine: "Any day works",
  "within-week": "It bothers me",
  urgent: "It worries me",
  emergency: "It is dangerous now",
} satisfies Record<Urgency, string>;

/** The urgencies that a visitor can choose. The form starts with the first. */
export const urgencyChoices = Object.entries(urgency).map(([value, label]) => ({
  value,
  label,
  hint: hints[value as Urgency],
}));
