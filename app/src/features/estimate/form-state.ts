/** What the form shows of itself; the page's script and React agree on it. */

/** Whether the form is being sent, and so is not sent again. */
export function isSending(form: HTMLFormElement): boolean {
  return form.ariaBusy === "true";
}

/** Shows that the form is being sent, or not any more. */
export function showSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? "true" : null;
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (button) button.disabled = sending;
}
