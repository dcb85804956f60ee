import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { EstimateForm } from "./estimate-form";
import { keepTypedValues } from "./typed-values";

/** Hydrates the form in its island. Resolves after the hydration. */
export function hydrateEstimateForm(island: HTMLElement): Promise<void> {
  for (const form of island.querySelectorAll("form")) keepTypedValues(form);
  return new Promise((resolve) => {
    hydrateRoot(
      island,
      <StrictMode>
        <EstimateForm onHydrated={resolve} />
      </StrictMode>,
      { identifierPrefix: island.dataset.island },
    );
  });
}
