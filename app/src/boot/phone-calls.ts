import { recordPhoneClick } from "../backend/phone-click";

let recording = false;

/**
 * Makes every telephone link record its click before it dials, whether or not that works. Clicks
 * that open something else pass.
 */
export function recordCalls(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^='tel:']");
    if (!link) return;
    event.preventDefault();
    void recordThenDial(link.href);
  });
}

async function recordThenDial(number: string): Promise<void> {
  // One call a click: an impatient second one waits for the first.
  if (recording) return;
  recording = true;
  try {
    await recordPhoneClick();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  recording = false;
  location.href = number;
}
