import { formToken } from "../../api/form-token";
import { headOf } from "../../api/post-json";
import { currentVisitor } from "../../api/visitor";

/** The longest wait for a response that shows that there is a network. */
const TIMEOUT_MS = 10_000;

/** Lets the browser submit the form. Returns `false` without a network: an error page would lose what was typed. */
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
