import { statistics } from "./content";

/** The figures on a tape measure that lies across the page. */
export function TapeMeasure() {
  return (
    <div className="relative bg-lime-400 text-canopy-950">
      <svg aria-hidden="true" width="100%" height="20" className="block">
        <pattern id="review-tape" width="120" height="20" patternUnits="userSpaceOnUse">
          <path
            d="M1 0v20M13 0v8M25 0v8M37 0v8M49 0v8M61 0v14M73 0v8M85 0v8M97 0v8M109 0v8"
            stroke="currentColor"
            strokeWidth="2"
          />
        </pattern>
        <rect width="100%" height="20" fill="url(#review-tape)" />
      </svg>
      <dl className="page grid-fit-8 grid gap-x-6 gap-y-room-6 pt-room-5 pb-room-8 lg:grid-cols-4">
        {Object.entries(statistics).map(([label, figure]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="font-semibold">{label}</dt>
            <dd className="figures text-2xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
