/** Lets the call lead in the bar of phones while the office is closed, by the company's clock. */
export function leadWithCallAfterHours(): void {
  const bar = document.querySelector<HTMLElement>("[data-call-bar]");
  if (!bar) return;
  const { days, opens, closes, zone: timeZone } = bar.dataset;
  const show = () => {
    const now = new Date().toLocaleString("en-US", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      hourCycle: "h23",
    });
    const [, day, hour] = /(\w+)\D+(\d+)/.exec(now) ?? [];
    const open =
      days?.includes(`${day}`) && Number(hour) >= Number(opens) && Number(hour) < Number(closes);
    bar.toggleAttribute("data-after-hours", !open);
  };
  document.addEventListener("visibilitychange", show);
  show();
}
