import type { Estimate } from "validator-wasm";
import { randomUuid } from "../../backend/random-uuid";

/**
 * The key under which a filled-in form is sent. It stays while the content stays, so that sending
 * again after a failure saves nothing twice, and changes with the content.
 */
export class IdempotencyKey {
  #content: string | undefined;
  #key = "";

  /** The key for this content. */
  for(estimate: Estimate): string {
    const content = JSON.stringify(estimate);
    if (content !== this.#content) {
      this.#content = content;
      this.#key = randomUuid();
    }
    return this.#key;
  }

  /** From here on the same content is another request. */
  renew(): void {
    this.#content = undefined;
  }
}
