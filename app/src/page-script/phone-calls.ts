import { fingerprintVisitor } from "../api/fingerprint";
import { recordPhoneClick } from "../api/phone-click";
import { closest } from "../components/ui/closest";

let recording = false;

const phoneLinkOf = (target: EventTarget | null) =>
  closest<HTMLAnchorElement>(target, "a[href^=tel]");

/** Makes every phone link record its click before it dials. The link dials even if that fails. */
export function recordCalls(): void {
  // The visitor's identifiers take a moment to compute, so that starts when the visitor approaches a phone link.
  for (const approach of ["pointerover", "focusin"]) {
    addEventListener(approach, ({ target }) => {
      if (phoneLinkOf(target)) void fingerprintVisitor();
    });
  }
  addEventListener("click", (event) => {
    const link = phoneLinkOf(event.target);
    if (!link) return;
    event.preventDefault();
    void recordThenDial(link);
  });
}

async function recordThenDial(link: HTMLAnchorElement): Promise<void> {
  // One record per click: an impatient second click waits for the first.
  if (recording) return;
  recording = true;
  link.ariaBusy = "true";
  try {
    await recordPhoneClick();
  } catch (error) {
    console.error(`Phone click tracking error: ${Object(error).message || "Unknown error"}`);
  }
  link.ariaBusy = null;
  recording = false;
  location.href = link.href;
}
