import { Picture, screenWide } from "../../components/picture";
import { cn } from "../../components/ui/cn";
import { type PruningType, pruning } from "./content";

const SIZES = `(min-width: 80rem) 44rem, (min-width: 48rem) 58vw, ${screenWide}`;

/** The class that shows a cut's picture while its radio button is checked, without JavaScript. */
const shown: Record<PruningType["id"], string> = {
  cleaning: "group-has-[#cut-cleaning:checked]/cuts:block",
  thinning: "group-has-[#cut-thinning:checked]/cuts:block",
  raising: "group-has-[#cut-raising:checked]/cuts:block",
  reduction: "group-has-[#cut-reduction:checked]/cuts:block",
};

/** The types of pruning on one crown. A picture is loaded only when it is shown. The uncut crown is behind it. */
export function CrownCuts() {
  return (
    <fieldset className="group/cuts grid gap-x-8 md:grid-cols-[1.2fr_1fr] lg:grid-cols-[1.5fr_1fr] lg:gap-x-12">
      <legend className="sr-only">The cut that the drawing shows</legend>
      <div className="top-header z-10 -mx-5 self-start bg-paper-50 px-5 py-4 md:top-28 md:mx-0 md:p-0 [@media(min-height:40rem)]:sticky">
        <div className="relative overflow-clip rounded-lg">
          <Picture name="tree-pruning/base" sizes={SIZES} className="h-auto w-full" />
          {Object.values(pruning.items).map(({ id }) => (
            <Picture
              key={id}
              name={`tree-pruning/${id}`}
              sizes={SIZES}
              className={cn("absolute inset-0 hidden size-full", shown[id])}
            />
          ))}
          <label className="absolute top-3 left-3 flex min-h-11 cursor-pointer items-center rounded-sm bg-paper-0 px-4 font-semibold text-sm has-checked:bg-canopy-900 has-checked:text-paper-50 has-focus-visible:outline-3 has-focus-visible:outline-canopy-700 has-focus-visible:outline-offset-2 forced-colors:has-checked:border-4">
            <input type="radio" name="cut" value="none" className="sr-only" />
            Uncut
          </label>
        </div>
      </div>
      <ul className="flex flex-col">
        {Object.entries(pruning.items).map(([title, { id, text, measure }], index) => (
          <li
            key={id}
            className="group/cut relative border-paper-200 border-t-2 py-room-6 pl-11 last:border-b-2 hover:bg-paper-100 has-checked:border-canopy-900 has-checked:bg-canopy-900 has-checked:text-paper-50 has-focus-visible:outline-3 has-focus-visible:outline-canopy-700 has-focus-visible:outline-offset-2 md:scroll-mt-28 md:pr-6 md:pl-14 max-md:[@media(min-height:40rem)]:scroll-mt-96"
          >
            <input
              id={`cut-${id}`}
              type="radio"
              name="cut"
              value={id}
              defaultChecked={index === 0}
              aria-describedby={`cut-${id}-text`}
              className="absolute top-4 left-3 size-5 accent-canopy-700 outline-none group-has-checked/cut:accent-lime-400 md:top-8 md:left-5 md:scroll-mt-28 max-md:[@media(min-height:40rem)]:scroll-mt-96"
            />
            <h3>
              {/* The whole item is clickable. */}
              <label htmlFor={`cut-${id}`} className="cursor-pointer after:absolute after:inset-0">
                {title}
              </label>
            </h3>
            <p id={`cut-${id}-text`} className="mt-room-2 max-md:pr-3">
              {text}
            </p>
            <p className="mt-room-3 font-semibold text-bark-500 text-sm group-has-checked/cut:text-lime-400">
              {measure}
            </p>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
