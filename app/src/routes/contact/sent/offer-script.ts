// The script of the estimate. The total follows the ticks, and the server hears that a person looks at it.

const dollars = { style: "currency", currency: "USD" } as const;

/** The events that a program which only loads the page does not cause. */
const SIGNS_OF_A_PERSON = ["pointerdown", "keydown", "touchstart", "wheel"];

let looked: string | undefined;

const field = (name: string) => document.querySelector<HTMLInputElement>(`#offer [name="${name}"]`);

function count(): void {
  const total = field("total");
  const output = document.querySelector("#offer output");
  if (!total || !output) return;
  const lines = document.querySelectorAll<HTMLElement>("#offer [data-cents]");
  let cents = 0;
  for (const line of lines) {
    const choice = line.querySelector("input");
    if (!choice || choice.checked) cents += Number(line.dataset.cents);
  }
  total.value = String(cents);
  const text = (cents / 100).toLocaleString("en-US", dollars);
  // A live region is announced when it is set.
  if (output.textContent !== text) output.textContent = text;
}

function look(): void {
  const estimate = field("estimate")?.value;
  if (!estimate || estimate === looked) return;
  looked = estimate;
  const body = new URLSearchParams({ estimate, decision: "look" });
  // The answer is the page that is shown already.
  const options = { method: "POST", body, keepalive: true, redirect: "manual" } as const;
  fetch("/contact/estimate", options).catch(() => {});
}

addEventListener("change", count);
// A browser that comes back to the page restores the ticks.
addEventListener("pageshow", count);
for (const sign of SIGNS_OF_A_PERSON) addEventListener(sign, look, { passive: true });
