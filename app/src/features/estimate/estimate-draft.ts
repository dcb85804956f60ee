import { readTab, writeTab } from "../../api/tab-storage";

/** The draft's key in the tab's storage. */
export const DRAFT = `${import.meta.env.VITE_COMPANY_SLUG}-estimate`;

/** The form's values that the visitor has not typed. */
const UNTYPED = ["form_token", "website"];

/** Stores the form's values until their outcome is known, across reloads and other pages. */
export function keepDraft(form: HTMLFormElement): void {
  const typed = Array.from(new FormData(form)).filter(([name]) => !UNTYPED.includes(name));
  writeTab(DRAFT, JSON.stringify(typed));
}

/** Fills an empty form from the draft, and what that leaves blank from the address, whose service takes precedence. */
export function restoreDraft(form: HTMLFormElement): void {
  const address = new URLSearchParams(location.search);
  const values = new Map<string, string>(JSON.parse(readTab(DRAFT) ?? "[]"));
  for (const [name, value] of address) if (!values.get(name)) values.set(name, value);
  if (address.has("service")) values.delete("service");
  const fields = Array.from(values, ([name, value]) => ({
    control: form.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null,
    value,
  }));
  if (fields.some(({ control }) => control instanceof Element && control.value)) return;
  for (const { control, value } of fields) if (control) control.value = value;
}

/** Removes the draft when the outcome is known. */
export function forgetDraft(): void {
  writeTab(DRAFT, null);
}
