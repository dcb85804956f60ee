import type { Season } from "./content";

/** A season in the garden: its rule, what to cut now and what to leave alone. On dark grounds. */
export function SeasonNotes({
  season: { name, months, rule, text, prune, leave },
  className,
}: {
  season: Season;
  className?: string;
}) {
  return (
    <li className={className}>
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-xl sm:text-2xl">
        {name} <span className="figures text-canopy-200 text-lg">{months}</span>
      </h3>
      <p className="font-semibold text-lime-400">{rule}</p>
      <p className="mt-room-3 text-canopy-200">{text}</p>
      <Trees label="Cut" trees={prune} />
      <Trees label="Leave" trees={leave} />
    </li>
  );
}

function Trees({ label, trees }: { label: string; trees: readonly string[] }) {
  return (
    <div className="mt-room-4 grid grid-cols-[4rem_1fr] border-canopy-700 border-t pt-room-3">
      <h4 className="text-base">{label}</h4>
      <ul className="grid gap-1.5 max-md:text-sm">
        {trees.map((tree) => (
          <li key={tree}>{tree}</li>
        ))}
      </ul>
    </div>
  );
}
