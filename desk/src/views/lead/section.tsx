import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** A section with its heading. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
