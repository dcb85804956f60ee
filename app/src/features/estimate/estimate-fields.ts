import type { Estimate, Field } from "validator-wasm";
import { fields } from "validator-wasm/form.json";

/** What the form shows of each field, by the names that the rules and the wire use. */
export const formFields: Record<Field, { label: string; required: boolean }> = fields;

/** Their names, in the order of the form. */
export const fieldNames = Object.keys(fields) as Field[];

/** Whether a name that came over the wire is one of the form's fields. */
export function isField(name: string | null | undefined): name is Field {
  return fieldNames.includes(name as Field);
}

/** Reads the form's values. */
export function readEstimate(form: FormData): Estimate {
  const estimate: Record<string, string> = {};
  for (const name of fieldNames) estimate[name] = String(form.get(name) ?? "");
  return estimate as unknown as Estimate;
}
