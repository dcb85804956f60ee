import { csvUrl } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useCounts } from "../../data/use-leads.ts";
import { LISTS, type ListName } from "../../page/route.ts";
import { Download } from "../../parts/download.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { badge } from "../../words/lead.ts";

/** The menu of the less frequent views. */
export default function MoreView() {
  const counts = useCounts();
  const items: [view: ListName, about: string, count?: number][] = [
    ["enter", "Somebody called: add them to the leads"],
    ["visits", "Today and the days after, with directions"],
    ["figures", "Quoted, won, and how soon you call"],
    ["mails", "Emails to you that were not delivered", counts?.undelivered],
    ["spam", "Suspected spam, for you to decide", counts?.spam],
    ["account", person ?? ""],
  ];
  return (
    <>
      <ViewHeading name="more" />
      <ul className="border-line border-t">
        {items.map(([view, about, count = 0]) => (
          <li key={view}>
            <a
              className="flex min-h-16 items-center gap-4 border-line border-b px-4 py-2 hover:bg-sunk"
              href={`#${view}`}
            >
              <span className="min-w-0 flex-1 leading-snug">
                <strong className="block font-display text-lg">{LISTS[view].title}</strong>
                <span className="wrap-anywhere text-quiet">{about}</span>
              </span>
              {count > 0 && <strong className="figures text-xl">{badge(count)}</strong>}
              <Icon className="size-5 text-press" name="forward" />
            </a>
          </li>
        ))}
      </ul>
      <p className="px-4 py-6">
        <Download className="button" href={csvUrl({})} what="A spreadsheet">
          All requests as a spreadsheet
        </Download>
      </p>
    </>
  );
}
