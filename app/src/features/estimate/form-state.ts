/** The attributes that show the form's state. The page's script and React both use them. */

/** Returns whether the form is being sent, and so must not be sent again. */
export function isSending(form: HTMLFormElement): boolean {
  return form.ariaBusy === "true";
}

/** Shows whether the form is being sent. Its controls cannot be changed meanwhile: the change would not be sent. */
export function showSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? "true" : null;
  for (const control of form.elements as Iterable<HTMLInputElement>) {
    control.readOnly = sending;
    if (control.type === "submit") control.disabled = sending;
  }
  // A disabled choice would not be sent, and its label would change an inert one.
  for (const choice of form.querySelectorAll<HTMLElement>("select, label:has(input)")) {
    choice.inert = sending;
  }
}
