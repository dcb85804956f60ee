import { Fragment } from "react";

const span = /(\d+-\d+ \w+)/;

/** A text whose spans of figures (`6-12 inches`) stay on one line. */
export function Figures({ text }: { text: string }) {
  return text.split(span).map((part) =>
    span.test(part) ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}
