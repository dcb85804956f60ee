import type { ReactNode } from "react";

type SectionProps = Record<"id" | "title", string> & { children: ReactNode };

/** A section with its heading. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** A list of names and values. A name without a value is left out. */
export const Facts = ({ facts }: { facts: [name: string, value: ReactNode][] }) => (
  <dl className="mt-2 border-line border-t">
    {facts.map(
      ([name, value]) =>
        value && (
          <div className="border-line border-b py-2.5" key={name}>
            <dt className="font-semibold text-quiet text-sm leading-normal">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
