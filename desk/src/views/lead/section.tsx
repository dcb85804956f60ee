import type { ReactNode } from "react";

type SectionProps = Record<"id" | "title", string> & { children: ReactNode };

interface PaneBodyProps {
  children: ReactNode;
  /** the content that is printed instead */
  printed?: ReactNode;
}

/** The part of the lead's pane that scrolls. */
export const PaneBody = ({ children, printed }: PaneBodyProps) => (
  <div className="flex-1 scroll-py-4 overflow-y-auto overflow-x-hidden overscroll-contain print:overflow-visible">
    <article className="lead mx-auto grid max-w-176 grid-cols-1 gap-7 px-4 pt-4 pb-8 md:px-7 md:pt-6 md:pb-12 print:hidden">
      {children}
    </article>
    {printed}
  </div>
);

export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 className="text-lg leading-normal" id={id}>
      {title}
    </h2>
    {children}
  </section>
);

/** A list of names and values. Names without a value are left out. */
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
