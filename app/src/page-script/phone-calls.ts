import { recordPhoneClick } from "../api/phone-click";
import { linkFollowedBy } from "./followed-link";

let recording = false;

/** Makes every telephone link record its click before it dials, whether or not that works. */
export function recordCalls(): void {
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
    console.error(error instanceof Error ? error.message : error);
  }
  link.ariaBusy = null;
  recording = false;
  location.href = link.href;
}
