import type { Service } from "validator-wasm";
import { estimateLink } from "./sections.ts";

/** The services that pages are about, by the page's path. The form lists cleanup under Land Care. */
const services: Readonly<Record<string, Service>> = {
  "/services/tree-removal": "Tree Removal",
  "/services/tree-pruning": "Tree Pruning",
  "/services/storm-damage": "Storm Damage",
  "/services/cleanup": "Land Care",
  "/services/stump-grinding": "Stump Grinding",
};

/** Returns the service of the page at a path, if it has one. */
export function serviceAt(path: string): Service | undefined {
  return services[path];
}

/**
 * Returns the address of the form for the page at a path. The backend selects the service that it names, and the
 * page's script fills in the details.
 */
export function estimateAddress(path: string, details?: string): string {
  if (path === estimateLink.to) return "#estimate";
  const query = Object.entries({ service: serviceAt(path), message: details })
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join("&");
  return query ? `${estimateLink.to}?${query}` : estimateLink.to;
}
