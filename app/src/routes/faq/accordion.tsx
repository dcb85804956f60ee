import { LineDrawing } from "../../components/ui/line-drawing";
import type { Titled } from "../../content/sections";
import type { FaqAnswer } from "./content";

/** Questions, one open at a time. A link to an answer opens it: browsers expand what contains their target. */
export function Accordion({ answers }: { answers: Titled<FaqAnswer> }) {
  return (
    <div>
      {Object.entries(answers).map(([question, { id, answer, link }]) => (
        <details
          key={id}
          name="questions"
          className="group border-paper-200 border-b-2 first:border-t-2"
        >
          <summary
            id={`${id}-question`}
            aria-controls={id}
            className="flex cursor-pointer list-none items-start justify-between gap-6 py-room-5 hover:text-canopy-700 focus-visible:outline-offset-0"
          >
            <h3>{question}</h3>
            <LineDrawing viewBox="0 0 24 24" strokeWidth="2.5" className="mt-0.5 size-6 shrink-0">
              <path d="M4 12h16" />
              <path d="M12 4v16" className="group-open:hidden" />
            </LineDrawing>
          </summary>
          {/* A link to the answer must not scroll the question under the header. */}
          <section
            id={id}
            aria-labelledby={`${id}-question`}
            className="max-w-text scroll-mt-24 pb-room-8 text-bark-800"
          >
            <p>{answer}</p>
            {link && (
              <a
                href={link.to}
                className="mt-2 inline-block py-1 font-semibold text-canopy-700 underline underline-offset-4"
              >
                {link.label}
              </a>
            )}
          </section>
        </details>
      ))}
    </div>
  );
}
