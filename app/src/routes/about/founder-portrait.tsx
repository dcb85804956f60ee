import type { Founder } from "../../content/founders";

/** One of the brothers, in words. */
export function FounderPortrait({
  founder: { name, role, bio },
  className,
}: {
  founder: Founder;
  className?: string;
}) {
  return (
    <article className={className}>
      <h3 className="text-2xl">{name}</h3>
      <p className="mt-1.5 font-semibold text-lg text-lime-400">{role}</p>
      <p className="mt-4 max-w-text text-canopy-200 text-lg">{bio}</p>
    </article>
  );
}
