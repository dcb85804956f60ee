import { business, daysOfWeek } from "../../content/business";
import { serviceAt } from "../../content/estimate-address";
import { CallButton } from "../call-button";
import { EstimateLink } from "../estimate-link";
import { useCurrentPath } from "./current-path";

/**
 * The call and estimate links on phones, at the bottom of the screen (`styles/call-bar.css`). While the
 * office is closed the call is the emphasized one (`page-script/call-bar.ts`), if somebody answers then. The links keep their
 * positions, so that nothing moves. On the storm page and on the form's pages, the call is the only link.
 */
export function CallBar() {
  // Where nobody answers after hours, the call is never the emphasized one.
  const always = { days: daysOfWeek, opens: 0, closes: 24 };
  const { days, opens, closes } = business.emergencyService ? business.hours : always;
  const path = useCurrentPath();
  const isCallOnly = path.startsWith("/contact") || serviceAt(path) === "Storm Damage";
  return (
    <aside
      aria-label="Call us or ask for an estimate"
      className="@container/site within-reach:fixed inset-x-0 bottom-0 z-10"
    >
      <div
        data-call-bar=""
        data-days={days.map((day) => daysOfWeek.indexOf(day) + 1)}
        data-opens={opens}
        data-closes={closes}
        data-zone={business.timeZone}
        className="bg-canopy-950 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden"
      >
        <div className="page on-dark flex gap-2">
          <CallButton variant={null} size={null}>
            <span className="text-left">
              Call now
              <span className="@max-large-text:sr-only mt-1 block font-semibold text-sm leading-none">
                <span data-open="">
                  {business.emergencyService ? "answered 24/7" : business.hours.display}
                </span>
                <span data-closed="">after hours too</span>
              </span>
            </span>
          </CallButton>
          {!isCallOnly && (
            <EstimateLink variant={null} size={null}>
              Free Estimate
            </EstimateLink>
          )}
        </div>
      </div>
    </aside>
  );
}
