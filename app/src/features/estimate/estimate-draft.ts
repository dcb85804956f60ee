import { readTab, writeTab } from "../../api/tab-storage";

/** Names the kept draft in the tab's storage. */
export const DRAFT = `${import.meta.env.VITE_COMPANY_SLUG}-estimate`;

/** What goes with the form and is nothing that the visitor has typed. */
const UNTYPED = ["form_token", "website"];

/** Stores the form's values until their outcome is known, over reloads and other pages. */
export function keepDraft(form: HTMLFormElement): void {
  const typed = Array.from(new FormData(form)).filter(([name]) => !UNTYPED.includes(name));
  writeTab(DRAFT, JSON.stringify(typed));
}

/** Puts the draft, or what the address says, into an empty form. The service that the address names stays. */
export function restoreDraft(form: HTMLFormElement): void {
  const address = new URLSearchParams(location.search);
  const draft: [string, string][] = JSON.parse(readTab(DRAFT) ?? "0") || [...address];
  const fields = draft
    .filter(([name]) => !(name === "service" && address.has(name)))
    .map(([name, value]) => ({
      control: form.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null,
      value,
    }));
  if (fields.some(({ control }) => control instanceof Element && control.value)) return;
  for (const { control, value } of fields) if (control) control.value = value;
}

/** The outcome is known. */
export function forgetDraft(): void {
  writeTab(DRAFT, null);
}
