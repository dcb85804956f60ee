import { fingerprintVisitor } from "../api/fingerprint";
import { recordPhoneClick } from "../api/phone-click";

let recording = false;

/** Makes every phone link record its click before it dials. The link dials even if that fails. */
export function recordCalls(): void {
  // The visitor's identifiers take a moment to compute, so that starts when the visitor approaches a phone link.
  for (const approach of ["pointerover", "focusin"]) {
    addEventListener(approach, ({ target }) => {
      if (target instanceof Element && target.closest("a[href^=tel]")) void fingerprintVisitor();
    });
  }
  document.addEventListener("click", (event) => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^=tel]");
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
    console.error(Object(error).message);
  }
  link.ariaBusy = null;
  recording = false;
  location.href = link.href;
}
