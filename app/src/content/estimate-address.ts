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

/** Returns the address of the form for the page at a path. The backend selects the service that it names. */
export function estimateAddress(path: string): string {
  if (path === estimateLink.to) return "#estimate";
  const service = serviceAt(path);
  return service ? `${estimateLink.to}?service=${encodeURIComponent(service)}` : estimateLink.to;
}
