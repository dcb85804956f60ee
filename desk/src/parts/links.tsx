import type { ComponentProps, MouseEvent as Press } from "react";
import type { Lead } from "../api/server.ts";
import { startCall } from "../data/calls.ts";
import { leadHref } from "../page/route.ts";
import { callHref, mapHref, splitAtUrls } from "../words/links.ts";
import { Icon } from "./icon.tsx";

let lastPress = new MouseEvent("click");
addEventListener("click", (event) => {
  lastPress = event;
});

/** Returns whether a press is the second tap (within 400 ms and 30 px) of a double tap that began on something else. */
export function isSecondTap({ currentTarget, timeStamp, clientX, clientY }: Press): boolean {
  const isNear = Math.hypot(clientX - lastPress.clientX, clientY - lastPress.clientY) < 30;
  const isSoon = timeStamp - lastPress.timeStamp < 400;
  return isNear && isSoon && !currentTarget.contains(lastPress.target as Node);
}

/** A link that dials a lead's number, by default the first. It opens the lead, which asks for the outcome. */
export function CallLink({
  lead,
  number = lead.call?.number,
  ...props
}: ComponentProps<"a"> & { lead: Lead; number?: string }) {
  if (!number) return null;
  return (
    <a
      {...props}
      href={callHref(number)}
      onClick={(event) => {
        if (isSecondTap(event)) return event.preventDefault();
        props.onClick?.(event);
        startCall(lead.id);
        location.hash = leadHref(lead.id);
      }}
    />
  );
}

export const MapLink = ({ address, ...props }: ComponentProps<"a"> & { address: string }) => (
  <a {...props} href={mapHref(address)} rel="noreferrer" target="_blank">
    <Icon name="map" />
    {props.children}
  </a>
);

/** A visitor's text, whose URLs are links. */
export const LinkedText = ({ children }: { children: string }) =>
  splitAtUrls(children).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces keep their order.
    <span key={index}>
      {index % 2 === 0 ? (
        piece
      ) : (
        <a className="link" href={piece} rel="noreferrer nofollow" target="_blank" title={piece}>
          {shortened(piece)}
        </a>
      )}
    </span>
  ));

const MAX_SHOWN_LENGTH = 48;

function shortened(url: string): string {
  const text = url.replace(/^https?:\/\/(www\.)?/i, "");
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
