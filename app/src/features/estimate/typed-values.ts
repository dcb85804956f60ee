/** Marks the values of a form that came back filled in as typed: React would overwrite them, a reset restore them. */
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
