import { fingerprintVisitor } from "../api/fingerprint";
import { recordPhoneClick } from "../api/phone-click";
import { linkFollowedBy } from "./followed-link";

let recording = false;

/** Makes every telephone link record its click before it dials, whether or not that works. */
export function recordCalls(): void {
  // Who clicks takes a moment to compute: it is begun when a telephone link is approached.
  for (const approach of ["pointerover", "focusin"]) {
    addEventListener(approach, ({ target }) => {
      if (target instanceof Element && target.closest("a[href^=tel]")) void fingerprintVisitor();
    });
  }
  document.addEventListener("click", (event) => {
    const link = linkFollowedBy(event);
    if (link?.protocol !== "tel:") return;
    event.preventDefault();
    void recordThenDial(link);
  });
}

async function recordThenDial(link: HTMLAnchorElement): Promise<void> {
  // One call a click: an impatient second one waits for the first.
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
