/** The attributes that show the form's state. The page's script and React both use them. */

/** Returns whether the form is being sent, and so must not be sent again. */
export function isSending(form: HTMLFormElement): boolean {
  return form.ariaBusy === "true";
}

/** Shows whether the form is being sent. */
export function showSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? "true" : null;
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (button) button.disabled = sending;
}
