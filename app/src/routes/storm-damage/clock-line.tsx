import { ClockDial } from "./clock-dial";
import { steps } from "./content";

/** Steps along the time that they take: down the page, and across it where there is room. */
export function ClockLine() {
  return (
    <ol className="grid gap-y-room-12 xl:grid-cols-4 xl:gap-x-10">
      {steps.items.map(({ title, timing, text, hours }, index) => (
        <li
          key={title}
          className="relative grid grid-cols-[4rem_1fr] gap-x-5 md:grid-cols-[5rem_1fr] md:gap-x-8 xl:block"
        >
          {index < steps.items.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-0 bottom-[calc(var(--room)*-12)] left-8 @max-large-text:hidden w-0.5 bg-lime-400 md:left-10 xl:top-10 xl:-right-10 xl:bottom-auto xl:left-0 xl:h-0.5 xl:w-auto"
            />
          )}
          <ClockDial {...hours} />
          <div className="md:grid md:grid-cols-[13rem_1fr] md:gap-x-8 xl:mt-8 xl:block">
            <p className="figures whitespace-nowrap text-3xl text-lime-400">
              <Timing timing={timing} />
            </p>
            <div>
              <h3 className="mt-room-2 text-lg xl:mt-4">{title}</h3>
              <p className="max-w-text text-canopy-200 md:mt-2">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The figure large, its unit less so. */
function Timing({ timing }: { timing: string }) {
  const [figure, unit] = timing.split(" ");
  return (
    <>
      {figure}
      {unit && <span className="text-xl tracking-tight"> {unit}</span>}
    </>
  );
}
