/** Marks a returned form's values as typed: otherwise React would overwrite them, and a reset restore them. */
export function keepTypedValues(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "radio") {
      // After it is set by a script, it no longer follows the default, which React sets.
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
