import { readTab, writeTab } from "../../api/tab-storage";

/** Names the kept draft in the tab's storage. */
const DRAFT = `${import.meta.env.VITE_COMPANY_SLUG}-estimate`;

/** The values of the form's fields, by their names. */
type Draft = [name: string, value: string][];

/** The stored draft, if there is one. */
export function readDraft(): Draft | null {
  return JSON.parse(readTab(DRAFT) ?? "null");
}

/** Stores a draft in the place of another. */
export function writeDraft(draft: Draft): void {
  writeTab(DRAFT, JSON.stringify(draft));
}

/** The fields of the form that the visitor does not type into. */
const UNTYPED = ["form_token", "website"];

/** Stores the form's values until their outcome is known, over reloads and other pages. */
export function keepDraft(form: HTMLFormElement): void {
  const typed = Array.from(new FormData(form)) as Draft;
  writeDraft(typed.filter(([name]) => !UNTYPED.includes(name)));
}

/**
 * Puts the kept draft into the form, or what the address says for its fields, unless somebody was first. A service
 * that the address names stays chosen.
 */
export function restoreDraft(form: HTMLFormElement): void {
  const address = new URLSearchParams(location.search);
  const fields = (readDraft() ?? [...address])
    .filter(([name]) => !(name === "service" && address.has(name)))
    .map(([name, value]) => ({
      control: form.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null,
      value,
    }));
  if (fields.some(({ control }) => control instanceof Element && control.value)) return;
  for (const { control, value } of fields) if (control) control.value = value;
}

/** Removes the draft: its outcome is known. */
export function forgetDraft(): void {
  writeTab(DRAFT, null);
}
