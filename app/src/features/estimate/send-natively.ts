import { formToken } from "../../api/form-token";
import { headOf } from "../../api/post-json";
import { currentVisitor } from "../../api/visitor";

/** How long a sign of the network is waited for. */
const TIMEOUT_MS = 10_000;

/** Lets the browser send the form. Returns false without a network: nothing typed is lost to an error page. */
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
