import type { Points } from "../../content/sections";

/** What goes into the customer's file, as the sheet in the folder. */
export function ClaimFile({ items }: { items: Points }) {
  return (
    <div className="relative pt-9">
      <span
        aria-hidden="true"
        className="absolute top-0 right-6 h-16 w-44 rounded-t-lg bg-bark-500 md:right-12"
      />
      <div className="relative rounded-lg bg-bark-500 px-3 pt-room-8 pb-room-6 md:px-6">
        <ol className="rounded-sm bg-paper-0 @max-large-text:px-2 px-5 md:px-9">
          {Object.entries(items).map(([title, text]) => (
            <li key={title} className="border-paper-200 border-b-2 py-room-7 last:border-b-0">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-0.5 max-w-text md:mt-1.5">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
