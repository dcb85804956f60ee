import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { EstimateForm } from "./estimate-form";
import { type IslandNodes, islandNodes, restoreIslandNodes } from "./island-nodes";
import { keepTypedValues } from "./typed-values";

/**
 * Hydrates the form in its island. React expects the island's original nodes, so those that a translation or an
 * extension has put in their place are put back afterwards.
 */
export function hydrateEstimateForm(island: HTMLElement, original: IslandNodes): void {
  const form = island.querySelector("form");
  if (!form) return;
  keepTypedValues(form);
  const typed = new FormData(form);
  const focused = document.activeElement?.getAttribute("name");
  const present = islandNodes(island);
  restoreIslandNodes(original);
  // In one task, so that nothing is painted or typed in between.
  flushSync(() => {
    hydrateRoot(
      island,
      <StrictMode>
        <EstimateForm />
      </StrictMode>,
      { identifierPrefix: island.dataset.island },
    );
  });
  if (form.isConnected) restoreIslandNodes(present);
  else fillIn(island.querySelector("form") ?? form, typed, focused);
}

/** Fills in a form that React has rendered anew, because the island was changed before its nodes were read. */
function fillIn(form: HTMLFormElement, typed: FormData, focused: string | null | undefined): void {
  form.noValidate = true;
  const control = (name: string) => form.elements.namedItem(name);
  for (const [name, value] of typed) Object.assign(control(name) ?? {}, { value });
  const element = control(focused ?? "");
  if (element instanceof HTMLElement) element.focus();
}
