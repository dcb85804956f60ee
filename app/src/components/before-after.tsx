import type { PictureName } from "../content/pictures";
import type { BeforeAfter as Copy } from "../content/sections";
import { LatePicture, screenWide } from "./picture";
import { cn } from "./ui/cn";
import { LineDrawing } from "./ui/line-drawing";

const SIZES = `(min-width: 80rem) 50rem, (min-width: 62rem) 66vw, ${screenWide}`;

const tag =
  "pointer-events-none absolute bottom-3 rounded-sm bg-canopy-950 px-3 py-1.5 font-bold text-paper-50 text-sm leading-none";

/** Two pictures of one place in a frame. A range input moves the line between them (`page-script/before-after.ts`) */
export function BeforeAfter({
  copy,
  before,
  after,
}: Record<"before" | "after", PictureName> & { copy: Copy }) {
  return (
    <figure>
      <div className="relative grid noscript:gap-3 overflow-clip rounded-lg bg-paper-200 [touch-action:pan-y] has-focus-visible:outline-3 has-focus-visible:outline-current has-focus-visible:outline-offset-3">
        <div className="relative col-start-1 noscript:row-start-2 row-start-1">
          <LatePicture name={after} sizes={SIZES} className="aspect-4/3 select-none" />
          <span aria-hidden="true" className={cn(tag, "right-3")}>
            After
          </span>
        </div>
        <div className="relative col-start-1 row-start-1 [clip-path:inset(0_calc(100%_-_var(--split,50%))_0_0)] noscript:[clip-path:none]">
          <LatePicture name={before} sizes={SIZES} className="aspect-4/3 select-none" />
          <span aria-hidden="true" className={cn(tag, "left-3")}>
            Before
          </span>
        </div>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-(--split,50%) noscript:hidden w-1 -translate-x-1/2 bg-lime-400 [box-shadow:0_0_0_1px_var(--color-canopy-950)] forced-colors:bg-[Highlight]"
        >
          <LineDrawing
            viewBox="0 0 48 48"
            className="-translate-1/2 absolute top-1/2 left-1/2 size-12 max-w-none rounded-full bg-lime-400 text-canopy-950 [box-shadow:0_0_0_2px_var(--color-canopy-950)]"
            strokeWidth="3"
          >
            <path d="m18 16-8 8 8 8M30 16l8 8-8 8" />
          </LineDrawing>
        </span>
        {/* It is wider than the frame by its thumb, so that the line follows the thumb's center. */}
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label="Move the line between before and after"
          aria-valuetext="50% before"
          data-before-after=""
          className="range-over-picture absolute inset-y-0 -left-6 noscript:hidden h-full w-[calc(100%+3rem)]"
        />
      </div>
      <figcaption className="mt-3 noscript:hidden text-sm">{copy.caption}</figcaption>
    </figure>
  );
}
