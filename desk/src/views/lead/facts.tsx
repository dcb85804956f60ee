import type { ReactNode } from "react";

/** Names with what is known of each, as far as something is. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="mt-2 border-line border-t">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div className="border-line border-b py-2.5" key={name}>
              <dt className="font-semibold text-quiet text-sm leading-normal">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
