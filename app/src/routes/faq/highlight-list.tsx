import type { Point } from "../../content/sections";

/** What is true of every job, in four short blocks on a dark ground. */
export function HighlightList({ items }: { items: readonly Point[] }) {
  return (
    <ul className="grid gap-x-12 sm:grid-cols-2">
      {items.map(({ title, text }) => (
        <li key={title} className="border-canopy-700 border-t-2 pt-4 pb-8">
          <h3 className="text-lime-400 text-xl">{title}</h3>
          <p className="mt-2 text-paper-50">{text}</p>
        </li>
      ))}
    </ul>
  );
}
