import { webLinksIn } from "../../words/links.ts";

/** What somebody wrote, as they wrote it. Its web addresses are links. */
export function Words({ children }: { children: string }) {
  return webLinksIn(children).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a
        className="link"
        href={piece}
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change.
        key={index}
        rel="noreferrer nofollow"
        target="_blank"
        title={piece}
      >
        {shortened(piece)}
      </a>
    ),
  );
}

/** More letters say nothing to people. */
const MAX_LENGTH = 48;

/** An address as people read it: where it leads to first, its end left out. */
function shortened(address: string): string {
  const text = address.replace(/^https?:\/\/(www\.)?/i, "");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
