import type { Step } from "../../content/sections";

/**
 * A rake whose tines are the steps: it lies on its side on phones, and stands on its tines where
 * there is room for five of them.
 */
export function RakeSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="absolute bottom-full left-1/2 hidden h-96 w-5 -translate-x-1/2 bg-bark-500 xl:block"
      />
      <ol className="border-canopy-950 border-l-8 xl:grid xl:grid-cols-5 xl:border-t-8 xl:border-l-0">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative pb-10 pl-14 last:pb-0 xl:pr-4 xl:pb-0 xl:pl-0">
            <span
              aria-hidden="true"
              className="absolute top-4 left-0 h-5 w-9 rounded-tr-lg border-canopy-950 border-t-4 border-r-4 xl:static xl:block xl:h-28 xl:w-7 xl:rounded-tr-none xl:rounded-bl-lg xl:border-t-0 xl:border-r-0 xl:border-b-4 xl:border-l-4"
            />
            <h3 className="text-xl xl:mt-5">
              <span className="figures mr-2 text-bark-500">{index + 1}</span>
              {title}
            </h3>
            <p className="mt-2 max-w-text">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
