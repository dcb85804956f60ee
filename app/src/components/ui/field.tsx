import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** The properties that all fields share. */
export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The notice about this field, shown if the form was rejected because of it. */
  notice?: ReactNode;
  /** Whether the form was rejected because of this field. */
  invalid?: boolean;
}

/** Returns the id of the notice at a field or at a place with a name of its own. Controls refer to it. */
export const noticeId = (place: string) => `${place}-notice`;

const hintId = (name: string) => `${name}-hint`;

/** Returns a control's properties, with the attributes that connect it to its label, its hint, and its notice. */
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
    // Set explicitly: browsers report a required radio group as invalid before the visitor chooses.
    "aria-invalid": invalid ?? false,
    "aria-describedby": descriptions.join(" ") || undefined,
  };
}

/** The style of controls. Phones zoom into those with less than 16 px. A rejected one scrolls with its notice. */
export const controlStyle =
  "w-full scroll-mt-12 rounded-md border-2 border-bark-500/70 bg-paper-0 px-4 text-base text-canopy-950 placeholder:text-bark-500 hover:border-bark-500 focus-visible:border-canopy-700 focus-visible:outline-offset-1 aria-invalid:scroll-mb-40 aria-invalid:border-orange-600";

export function TextField(props: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...props}>
      <input {...controlProps(props)} className={cn(controlStyle, "h-13")} />
    </Field>
  );
}

/** A text field of initially `rows` lines. It grows with its text but not wider: a link is one long word. */
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

/** A select field. The first option means that nothing is chosen. */
export function SelectField(props: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        // A select has one line and clips longer choices.
        className={cn(
          controlStyle,
          "select-arrow h-13 cursor-pointer @max-large-text:pr-7.5 pr-11 @max-large-text:pl-2 @max-large-text:text-[length:min(1em,6cqi)]",
        )}
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
