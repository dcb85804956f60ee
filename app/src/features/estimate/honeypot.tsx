/** The field's name: one that a program likes to fill in. */
export const HONEYPOT = "website";

/**
 * A field that people neither see nor reach, and programs fill in. A request with something in it
 * is taken like any other; the backend draws its conclusions.
 *
 * It is moved aside and not taken away: programs leave out what is not displayed. The attributes
 * beside `autoComplete` keep the password managers from filling it in for an honest visitor.
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
