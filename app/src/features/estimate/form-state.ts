/** The attributes that show the form's state. The page's script and React both use them. */

/** Returns whether the form is being sent, and so must not be sent again. */
export function isSending(form: HTMLFormElement): boolean {
  return form.ariaBusy === "true";
}

/** Shows whether the form is being sent. Its controls cannot be changed meanwhile: the change would not be sent. */
export function showSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? "true" : null;
  for (const control of form.elements) {
    if (control instanceof HTMLButtonElement) control.disabled = sending;
    else if (control instanceof HTMLTextAreaElement) control.readOnly = sending;
    else if (control instanceof HTMLInputElement && control.type !== "radio") {
      control.readOnly = sending;
    } else if (!(control instanceof HTMLFieldSetElement)) {
      // A disabled control would not be sent, and a label would change an inert one.
      (control.closest("label") ?? (control as HTMLElement)).inert = sending;
    }
  }
}
