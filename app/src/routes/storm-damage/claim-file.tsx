import type { Points } from "../../content/sections";

/** What goes into the customer's file, as the sheet in the folder. */
export function ClaimFile({ items }: { items: Points }) {
  return (
    <div className="relative pt-9">
      <span
        aria-hidden="true"
        className="absolute top-0 right-6 h-16 w-44 rounded-t-lg bg-bark-500 md:right-12"
      />
      <div className="relative rounded-lg bg-bark-500 px-3 pt-5 pb-3 md:px-6 md:pt-8 md:pb-6">
        <ol className="rounded-sm bg-paper-0 @max-large-text:px-2 px-5 md:px-9">
          {Object.entries(items).map(([title, text]) => (
            <li key={title} className="border-paper-200 border-b-2 py-6 last:border-b-0 md:py-7">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5 max-w-text">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
