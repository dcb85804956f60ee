/** The name of the field. Bots like to fill in fields with this name. */
export const HONEYPOT = "website";

/**
 * A honeypot: a field that people neither see nor reach, and that bots fill in. It is displayed, because bots
 * skip fields that are not. The attributes beside `autoComplete` keep password managers out.
 */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem]">
      <label htmlFor={HONEYPOT}>Leave this field empty</label>
      <input
        id={HONEYPOT}
        name={HONEYPOT}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-form-type="other"
        data-lpignore="true"
      />
    </div>
  );
}
