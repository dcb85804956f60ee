import type { Service } from "validator-wasm";
import { estimateLink } from "./sections.ts";

/** The service that a page is about, by the page's path. Cleanup is Land Care in the form. */
const services: Readonly<Record<string, Service>> = {
  "/services/tree-removal": "Tree Removal",
  "/services/tree-pruning": "Tree Pruning",
  "/services/storm-damage": "Storm Damage",
  "/services/cleanup": "Land Care",
  "/services/stump-grinding": "Stump Grinding",
};

/** The service that the page at a path is about, if it is about one. */
export function serviceAt(path: string): Service | undefined {
  return services[path];
}

/** The address of the form from the page at a path; the backend chooses the service that it names. */
export function estimateAddress(path: string): string {
  if (path === estimateLink.to) return "#estimate";
  const service = serviceAt(path);
  return service ? `${estimateLink.to}?service=${encodeURIComponent(service)}` : estimateLink.to;
}
