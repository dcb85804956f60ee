declare global {
  interface Window {
    /** In newer browsers. */
    Temporal?: { Now: { zonedDateTimeISO(zone?: string): Record<"dayOfWeek" | "hour", number> } };
  }
}

/** Lets the call lead in the bar of phones while the office is closed, by the company's clock. */
export function leadWithCallAfterHours(): void {
  const bar = document.querySelector<HTMLElement>("[data-call-bar]");
  if (!bar) return;
  const { days, opens, closes, zone } = bar.dataset;
  const show = () => {
    const { dayOfWeek, hour } = timeIn(zone);
    const open = days?.includes(`${dayOfWeek}`) && hour >= Number(opens) && hour < Number(closes);
    bar.toggleAttribute("data-after-hours", !open);
  };
  document.addEventListener("visibilitychange", show);
  show();
}

/** The hour by a zone's clock, and the day: 1 is Monday. */
function timeIn(timeZone?: string) {
  // The first use of `Intl` blocks a page for 25 ms, on a slow phone for 100: only older browsers need it.
  if (window.Temporal) return window.Temporal.Now.zonedDateTimeISO(timeZone);
  const clock = new Date(`${new Date().toLocaleString("sv", { timeZone }).replace(" ", "T")}Z`);
  return { dayOfWeek: clock.getUTCDay() || 7, hour: clock.getUTCHours() };
}
