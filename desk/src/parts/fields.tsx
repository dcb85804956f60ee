import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  onType: (typed: string) => void;
}

/** What is typed in a line, with its label. */
export function Field({ label, onType, className = "field", ...props }: FieldProps) {
  return (
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
}

/** A day and a time on the company's clock. */
export const TimeField = (props: FieldProps) => <Field required type="datetime-local" {...props} />;

/** Dollars, typed in any way: "1,850", "$1850". */
export function AmountField(props: FieldProps) {
  return (
    <Field
      className="field figures"
      inputMode="numeric"
      pattern="\$?\s*[\d,]{0,9}(\.\d\d)?"
      placeholder="$"
      title="An amount in dollars"
      {...props}
    />
  );
}

/** Whole dollars of what was typed. */
export function amountOf(typed: string): number | undefined {
  const digits = typed.replace(/[^\d.]/g, "");
  return digits === "" ? undefined : Math.round(Number(digits));
}

interface StepFormProps {
  /** the words of the button that does it */
  submit: string;
  onSubmit: () => void;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Fields, and the button that sends them. */
export function StepForm({ submit, onSubmit, isDisabled, className, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={`grid grid-cols-1 gap-4 ${className ?? ""}`} onSubmit={send}>
      {children}
      <Button data-strong disabled={isDisabled} type="submit">
        {submit}
      </Button>
    </form>
  );
}
