import { formToken } from "../../api/form-token";
import { headOf } from "../../api/post-json";
import { currentVisitor } from "../../api/visitor";

/** How long a sign of the network is waited for. */
const TIMEOUT_MS = 10_000;

/**
 * Lets the browser send the form, with what is known of the visitor. Returns false without a network, and sends
 * nothing: the browser's own page about that would take the place of what was typed.
 */
export async function sendNatively(form: HTMLFormElement): Promise<boolean> {
  if (!(await headOf(form.action, TIMEOUT_MS))) return false;
  form.addEventListener(
    "formdata",
    ({ formData }) => {
      for (const [name, value] of Object.entries({
        ...currentVisitor(),
        form_token: formToken(),
      })) {
        if (value) formData.set(name, value);
      }
    },
    { once: true },
  );
  form.submit();
  return true;
}
