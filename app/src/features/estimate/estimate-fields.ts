import type { Estimate, Field } from "validator-wasm";
import { fields } from "validator-wasm/form.json";

/** The label of each field, and whether it is required, by the names that the rules and the API use. */
export const formFields: Record<Field, { label: string; required: boolean }> = fields;

/** The names of the fields, in the order of the form. */
export const fieldNames = Object.keys(fields) as Field[];

/** Returns whether a name from a response is one of the form's fields. */
export function isField(name: string | null | undefined): name is Field {
  return fieldNames.includes(name as Field);
}

/** Returns the form's values. */
export function readEstimate(form: FormData): Estimate {
  const estimate: Record<string, string> = {};
  for (const name of fieldNames) estimate[name] = String(form.get(name) ?? "");
  return estimate as unknown as Estimate;
}
