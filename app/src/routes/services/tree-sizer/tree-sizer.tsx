import { buttonStyle } from "../../../components/ui/button";
import { estimateAddress } from "../../../content/estimate-address";
import { priceGuide } from "../../../content/prices";
import { sizer as copy } from "../content";
import { bandOf, distanceInWords, firstSize, heightInWords, limits } from "./tree-size";

const band = bandOf(firstSize);

/** A tree that grows beside a person and a house, and its price range. `tree-size.ts` updates it. */
export function TreeSizer() {
  return (
    <section
      data-tree-sizer=""
      aria-labelledby="sizer-heading"
      className="mt-room-12 noscript:hidden print:hidden"
    >
      <h3 id="sizer-heading">{copy.heading}</h3>
      <p className="mt-2">{copy.text}</p>
      <div className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-[1.2fr_1fr] lg:gap-x-12">
        {/* In feet: 100 wide, 105 above the ground, and 8 below it. */}
        <svg
          aria-hidden="true"
          data-part="drawing"
          viewBox="0 -105 100 113"
          className="w-full self-start rounded-lg bg-paper-100"
        />
        <div className="grid content-start gap-4">
          {band && (
            <p role="status" className="border-canopy-700 border-l-4 pl-4">
              <strong
                data-part="range"
                className="block text-xl [font-variant-numeric:tabular-nums]"
              >
                {band.range}
              </strong>
              <span data-part="of">{band.of}</span>
            </p>
          )}
          <Slider name="height" words={heightInWords(firstSize.height)} />
          <Slider name="distance" words={distanceInWords(firstSize)} />
          <div className="grid-fit-8 grid gap-2.5">
            <Choice name="stump" />
            <Choice name="wires" />
          </div>
          <p role="status" className="font-semibold empty:hidden">
            <span hidden data-part="wiresNote">
              {copy.wiresNote}
            </span>
          </p>
          <a
            data-part="send"
            href={estimateAddress("/services/tree-removal")}
            className={buttonStyle({ variant: "accent", size: "lg" })}
          >
            {copy.send}
          </a>
          {band && <p className="text-bark-500 text-sm">{priceGuide.estimate}</p>}
        </div>
      </div>
      <script type="module" src="/src/routes/services/tree-sizer/script.ts" />
    </section>
  );
}

function Slider({ name, words }: { name: keyof typeof limits; words: string }) {
  const [min, max] = limits[name];
  return (
    <div>
      <label htmlFor={`tree-${name}`} className="font-semibold">
        {copy[name]}
      </label>
      <p
        aria-hidden="true"
        data-part={name}
        className={name === "height" ? "min-h-11 text-sm" : "text-sm"}
      >
        {words}
      </p>
      <input
        id={`tree-${name}`}
        name={`tree-${name}`}
        type="range"
        min={min}
        max={max}
        step="5"
        defaultValue={firstSize[name]}
        aria-valuetext={words}
        className="slider block w-full"
      />
    </div>
  );
}

function Choice({ name }: { name: "stump" | "wires" }) {
  return (
    <label className="min-h-12 cursor-pointer rounded-md border-2 border-bark-500/70 bg-paper-0 px-3.5 py-3 font-semibold leading-tight hover:border-bark-500">
      <input type="checkbox" name={`tree-${name}`} className="size-5 align-middle" /> {copy[name]}
    </label>
  );
}
