import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { mapLink } from "./links.ts";

/** The way to an address. */
export function MapLink({ address, ...props }: ComponentProps<"a"> & { address: string }) {
  return (
    <a {...props} href={mapLink(address)} rel="noreferrer" target="_blank">
      <Icon name="map" />
      {props.children}
    </a>
  );
}
