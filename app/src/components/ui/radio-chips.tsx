import { type FieldProps, noticeId } from "./field";

/** A choice among a few options, all in view, each large enough for a thumb. The first is chosen initially. */
export function RadioChips({
  name,
  label,
  choices,
  notice,
  invalid,
}: FieldProps & { choices: { value: string; label: string; hint: string }[] }) {
  return (
    <fieldset aria-describedby={invalid ? noticeId(name) : undefined}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid-fit-8 grid gap-2.5 sm:grid-cols-2">
        {choices.map(({ value, label, hint }, index) => {
          const id = `${name}-${value}`;
          return (
            <label
              key={value}
              className="flex cursor-pointer flex-col rounded-md border-2 border-bark-500/70 bg-paper-0 px-3.5 py-2.5 hover:border-bark-500 has-checked:border-canopy-900 has-checked:bg-canopy-900 has-checked:text-paper-50 has-focus-visible:outline-3 has-focus-visible:outline-canopy-700 has-focus-visible:outline-offset-2 forced-colors:has-checked:border-4 forced-colors:has-checked:border-[Highlight]"
            >
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={index === 0}
                aria-labelledby={id}
                aria-describedby={`${id}-hint`}
                className="peer sr-only"
              />
              <span id={id} className="font-semibold">
                {label}
              </span>
              <span
                id={`${id}-hint`}
                className="text-bark-500 text-sm peer-checked:text-canopy-200"
              >
                {hint}
              </span>
            </label>
          );
        })}
      </div>
      {notice}
    </fieldset>
  );
}
