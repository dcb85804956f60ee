import { FounderFace } from "../../components/founder-face";
import type { Founder } from "../../content/founders";

/** One of the brothers, in words, below his face. */
export function FounderPortrait({ founder, className }: { founder: Founder; className?: string }) {
  const { name, role, bio } = founder;
  return (
    <article className={className}>
      <FounderFace founder={founder} sizes="12rem" className="mb-5 w-48 rounded-lg" />
      <h3 className="text-xl sm:text-2xl">{name}</h3>
      <p className="mt-0.5 font-semibold text-lg text-lime-400">{role}</p>
      <p className="mt-room-4 max-w-text text-canopy-200 sm:text-lg">{bio}</p>
    </article>
  );
}
