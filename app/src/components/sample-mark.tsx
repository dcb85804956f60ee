import { isSample } from "../content/samples";

/** Marks invented words as a sample until they are replaced and removed from the list. */
export function SampleMark({ of: words }: { of: string }) {
  if (!isSample(words)) return null;
  return (
    <>
      {" "}
      <span className="ml-1 inline-block rounded-sm border border-current px-1.5 align-middle font-normal font-sans text-sm tracking-normal">
        Sample
      </span>
    </>
  );
}
