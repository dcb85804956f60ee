import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { EstimateForm } from "../estimate-form";
import { keepTypedValues } from "../typed-values";
import { type IslandNodes, islandNodes } from "./nodes";

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
  restore(original);
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
  if (form.isConnected) restore(present);
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

/** Restores an island's nodes. It moves no element that is in its place: the focused one would lose the focus. */
function restore(nodes: IslandNodes): void {
  for (const [element, children] of nodes) {
    for (const node of Array.from(element.childNodes)) {
      if (!children.some((child) => child.node === node)) node.remove();
    }
    let next: ChildNode | null = null;
    for (const { node, text } of children.toReversed()) {
      if (node.nodeValue !== text) node.nodeValue = text;
      if (node.parentNode !== element) element.insertBefore(node, next);
      next = node;
    }
  }
}
