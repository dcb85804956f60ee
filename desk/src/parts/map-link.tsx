import type { ComponentProps } from "react";
import { mapLink } from "../words/links.ts";
import { Icon } from "./icon.tsx";

/** The way to an address. */
export function MapLink({ address, ...props }: ComponentProps<"a"> & { address: string }) {
  return (
    <a {...props} href={mapLink(address)} rel="noreferrer" target="_blank">
      <Icon name="map" />
      {props.children}
    </a>
  );
}
