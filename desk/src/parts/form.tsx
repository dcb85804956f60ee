import type { ComponentProps } from "react";

/** A button. It submits no form unless its type is set. */
export const Button = (props: ComponentProps<"button">) => (
  <button className="button" type="button" {...props} />
);

/** A `ref` that focuses its element when it appears. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  onType: (typed: string) => void;
}

/** A text field with its label. */
export const Field = ({ label, onType, className = "field", ...props }: FieldProps) => (
  <label className="grid grid-cols-1 gap-1 font-semibold">
    {label}
    <input
      autoComplete="off"
      className={className}
      onChange={({ target }) => onType(target.value)}
      {...props}
    />
  </label>
);

/** A field for a date and a time in the company's time zone. */
export const TimeField = (props: FieldProps) => <Field required type="datetime-local" {...props} />;

/** A field for dollars in any notation: "1,850", "$1850". */
export const AmountField = (props: FieldProps) => (
  <Field
    className="field figures"
    inputMode="numeric"
    pattern="\$?\s*[\d,]{0,9}(\.\d\d)?"
    placeholder="$"
    title="An amount in dollars"
    {...props}
  />
);

/** Returns a typed amount in whole dollars. */
export function amountOf(typed: string): number | undefined {
  const digits = typed.replace(/[^\d.]/g, "");
  return digits === "" ? undefined : Math.round(Number(digits));
}

interface StepFormProps extends Pick<ComponentProps<"form">, "className" | "children"> {
  /** the label of the submit button */
  submit: string;
  onSubmit: () => void;
  isDisabled?: boolean;
}

/** A form with its submit button. */
export const StepForm = ({ submit, onSubmit, isDisabled, className, children }: StepFormProps) => (
  <form
    className={`grid grid-cols-1 gap-4 ${className ?? ""}`}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    <Button data-strong disabled={isDisabled} type="submit">
      {submit}
    </Button>
  </form>
);
