declare global {
  interface Window {
    /** Supported in newer browsers only. */
    Temporal?: { Now: { zonedDateTimeISO(zone?: string): Record<"dayOfWeek" | "hour", number> } };
  }
}

/** Emphasizes the call in the call bar while the office is closed, by the company's clock. */
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

/** Returns the hour in a time zone, and the day of the week: 1 is Monday. */
function timeIn(timeZone?: string) {
  // The first use of `Intl` blocks a page for 25 ms, on a slow phone for 100 ms. Only older browsers need it.
  if (window.Temporal) return window.Temporal.Now.zonedDateTimeISO(timeZone);
  const clock = new Date(`${new Date().toLocaleString("sv", { timeZone }).replace(" ", "T")}Z`);
  return { dayOfWeek: clock.getUTCDay() || 7, hour: clock.getUTCHours() };
}
