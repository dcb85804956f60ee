import { isSample } from "../content/samples";

/** Says of words that are invented that they are, until they are replaced and off the list. */
export function SampleMark({ of: words }: { of: string }) {
  if (!isSample(words)) return null;
  return (
    <span className="ml-2 inline-block rounded-sm border border-current px-1.5 align-middle font-normal font-sans text-sm tracking-normal">
      Sample
    </span>
  );
}
