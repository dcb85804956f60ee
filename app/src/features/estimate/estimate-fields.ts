import type { Estimate, Field } from "validator-wasm";

/** The form's fields, by the names that the rules and the wire use. */
const fields = {
  firstName: true,
  lastName: true,
  phone: true,
  email: true,
  address: true,
  service: true,
  urgency: true,
  message: true,
} satisfies Record<Field, true>;

/** Whether a name that came over the wire is one of the form's fields. */
export function isField(name: string | null | undefined): name is Field {
  return name != null && Object.hasOwn(fields, name);
}

/** Reads the form's values. */
export function readEstimate(form: FormData): Estimate {
  const estimate: Record<string, string> = {};
  for (const name in fields) estimate[name] = String(form.get(name) ?? "");
  return estimate as unknown as Estimate;
}
