import { SectionHead } from "../../components/section-head";
import { seasons } from "./content";
import { SeasonRing } from "./season-ring";

/** The corners of the seasons: clockwise around the ring, from the upper left. */
const corners = [
  "lg:relative lg:col-start-1 lg:row-start-1",
  "lg:relative lg:col-start-3 lg:row-start-1",
  "lg:relative lg:col-start-3 lg:row-start-2",
  "lg:relative lg:col-start-1 lg:row-start-2",
];

/** The year in the garden: the rule of each season, what to cut, and what to leave alone. */
export function Year() {
  return (
    <section className="on-dark bg-canopy-900 py-band text-paper-50">
      <div className="page">
        <SectionHead copy={seasons} muted />
        <div className="relative mt-room-12">
          <SeasonRing className="lg:-translate-1/2 mx-auto mb-room-12 w-full max-w-60 lg:absolute lg:top-1/2 lg:left-1/2 lg:mb-0 lg:w-[min(26rem,36%)] lg:max-w-none" />
          <ul className="grid gap-x-10 gap-y-room-14 sm:grid-cols-2 lg:grid-cols-[1fr_min(24rem,34%)_1fr]">
            {Object.entries(seasons.items).map(
              ([name, { months, rule, text, prune, leave }], index) => (
                <li key={name} className={corners[index]}>
                  <h3 className="flex flex-wrap items-baseline gap-x-3">
                    {name} <span className="figures text-canopy-200 text-lg">{months}</span>
                  </h3>
                  <p className="font-semibold text-lime-400">{rule}</p>
                  <p className="mt-room-3 text-canopy-200">{text}</p>
                  <Trees label="Cut" trees={prune} />
                  <Trees label="Leave" trees={leave} />
                </li>
              ),
            )}
          </ul>
        </div>
      </div>
    </section>
  );
}

function Trees({ label, trees }: { label: string; trees: readonly string[] }) {
  return (
    <dl className="mt-room-4 grid @large-text:grid-cols-[4rem_1fr] border-canopy-700 border-t pt-room-3">
      <dt className="font-bold">{label}</dt>
      <dd className="grid gap-1.5 max-md:text-sm">
        {trees.map((tree) => (
          <span key={tree}>{tree}</span>
        ))}
      </dd>
    </dl>
  );
}
