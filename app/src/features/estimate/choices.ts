import type { Service, Urgency } from "validator-wasm";
import { service, urgency } from "validator-wasm/form.json";

/** What a service is called elsewhere on the site. */
const otherNames: Partial<Record<Service, string>> = { "Land Care": "Clean Up" };

/** The services that an estimate can be asked for. */
export const serviceChoices = Object.entries(service).map(([value, label]) => {
  const otherName = otherNames[value as Service];
  return { value, label: otherName ? `${label} (${otherName})` : label };
});

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
