/**
 * Marks a form's values as typed, and empties its defaults. In a form that the server sent back filled in, they are
 * the visitor's words: React would overwrite them, and a reset would bring them back.
 */
export function keepTypedValues(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "radio") {
      // Set by hand, it no longer follows the default, which is React's to set.
      // biome-ignore lint/correctness/noSelfAssign: assigning is what counts.
      control.checked = control.checked;
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      const { value } = control;
      control.defaultValue = "";
      control.value = value;
    } else if (control instanceof HTMLSelectElement) {
      const { value } = control;
      for (const option of control.options) option.defaultSelected = false;
      control.value = value;
    }
  }
}
