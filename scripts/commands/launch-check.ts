/**
 * `npm run launch-check`: what still stands between this checkout and a live site. Ends with 1 until
 * nothing does.
 */
import { buildProduct } from "../build/product.ts";
import backend from "./backend.ts";

export default async function launchCheck() {
  // What is checked is what would be served: the pages as the settings of today make them.
  await buildProduct();
  return backend(["check", "--launch"]);
}
