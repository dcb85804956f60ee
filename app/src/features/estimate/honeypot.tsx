/** The field's name: one that a program likes to fill in. */
export const HONEYPOT = "website";

/**
 * A field that people neither see nor reach, and programs fill in: not taken away, since they leave out what is
 * not displayed. The attributes beside `autoComplete` keep password managers out.
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
