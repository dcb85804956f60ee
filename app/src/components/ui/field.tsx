import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** What every field has, whatever it is filled in with. */
export interface FieldProps {
  name: string;
  label: string;
  /** What else there is to know before it is filled in; said below it. */
  hint?: string;
  /** The place for what is told about this field, when the form was refused because of it. */
  notice?: ReactNode;
  /** Whether it was refused because of it. */
  invalid?: boolean;
}

/** The id of the notice at a place: a field, or a name of its own. Controls refer to it. */
export const noticeId = (place: string) => `${place}-notice`;

const hintId = (name: string) => `${name}-hint`;

/** What a control takes of the field's: with what ties it to its label, to its hint and to the notice about it. */
function controlProps<Control>({
  name,
  label: _label,
  hint,
  notice: _notice,
  invalid,
  ...control
}: FieldProps & Control) {
  const descriptions = [invalid && noticeId(name), hint && hintId(name)].filter(Boolean);
  return {
    ...control,
    id: name,
    name,
    // Said outright: browsers call a required choice invalid before anybody has chosen.
    "aria-invalid": invalid ?? false,
    "aria-describedby": descriptions.join(" ") || undefined,
  };
}

/** The look of all controls. Phones zoom into one with less than 16 px. A refused one scrolls with its notice. */
export const controlStyle =
  "w-full scroll-mt-12 rounded-md border-2 border-bark-500/70 bg-paper-0 px-4 text-base text-canopy-950 placeholder:text-bark-500 hover:border-bark-500 focus-visible:border-canopy-700 focus-visible:outline-offset-1 aria-invalid:scroll-mb-40 aria-invalid:border-orange-600";

/** A line of text. */
export function TextField(props: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...props}>
      <input {...controlProps(props)} className={cn(controlStyle, "h-13")} />
    </Field>
  );
}

/** A text of several lines, `rows` of them to begin with. It grows with what is typed, but no wider: a link has one word. */
export function TextAreaField({ rows = 4, ...props }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...props}>
      <textarea
        {...controlProps(props)}
        rows={rows}
        className={cn(
          controlStyle,
          "field-sizing-content block py-3 [contain:inline-size]",
          rows > 2 ? "min-h-32" : "min-h-20",
        )}
      />
    </Field>
  );
}

/** One of several. The first option stands for no choice. */
export function SelectField(props: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        className={cn(controlStyle, "select-arrow h-13 cursor-pointer pr-11")}
      />
    </Field>
  );
}

function Field({
  name,
  label,
  hint,
  notice,
  required,
  children,
}: FieldProps & { required?: boolean; children: ReactNode }) {
  return (
    <div>
      <label
        htmlFor={name}
        className="mb-1.5 flex items-baseline justify-between gap-3 font-semibold"
      >
        {label}
        {!required && (
          <span aria-hidden="true" className="font-normal text-bark-500 text-sm">
            optional
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={hintId(name)} className="mt-1.5 text-bark-500 text-sm">
          {hint}
        </p>
      )}
      {notice}
    </div>
  );
}
