import type { SectionHead as Copy } from "../content/sections";

/** The heading of a section with the text below it. `className` lays out the text. */
export function SectionHead({
  copy: { heading, text },
  size = "text-3xl",
  className = "mt-room-5 max-w-text md:text-lg",
}: {
  copy: Copy;
  size?: string;
  className?: string;
}) {
  return (
    <>
      <h2 className={size}>{heading}</h2>
      <p className={className}>{text}</p>
    </>
  );
}
