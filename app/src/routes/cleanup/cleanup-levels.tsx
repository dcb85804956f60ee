import { SampleMark } from "../../components/sample-mark";
import { cn } from "../../components/ui/cn";
import { priceGuide, shownRange } from "../../content/prices";
import { levels } from "./content";

const grounds = {
  Basic: "bg-paper-100",
  Standard: "on-dark bg-canopy-900 text-paper-50 lg:py-14",
  Premium: "border-2 border-paper-200 bg-paper-0 lg:py-20",
};

const marks = { Basic: "bg-bark-500", Standard: "bg-lime-400", Premium: "bg-canopy-700" };

/** The levels as a staircase: each level is taller than the one that does less. */
export function CleanupLevels() {
  return (
    <ul className="grid items-end overflow-clip lg:grid-cols-[1fr_1.45fr_1.15fr]">
      {levels.items.map(({ name, badge, suits, text, includes }) => {
        const price = priceGuide.cleanup && shownRange(priceGuide.cleanup[name]);
        return (
          <li key={name} className={cn("flex flex-col px-5 py-room-9 md:px-9", grounds[name])}>
            {badge && (
              <p className="mb-3 self-start rounded-sm bg-lime-400 px-3 py-1 font-bold text-canopy-950 text-sm">
                {badge}
              </p>
            )}
            <h3>{name}</h3>
            <p className="mt-room-2 font-semibold">{suits}</p>
            <p className="mt-room-4">{text}</p>
            {price && (
              <p className="mt-room-3 font-bold [font-variant-numeric:tabular-nums]">
                {price}
                <SampleMark of={price} />
              </p>
            )}
            <ul className="mt-room-6 grid gap-y-room-3">
              {includes.map((item) => (
                <li key={item} className="flex gap-3.5">
                  <span
                    aria-hidden="true"
                    className={cn("mt-2 size-3 shrink-0 rounded-full", marks[name])}
                  />
                  <span>{item}</span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
