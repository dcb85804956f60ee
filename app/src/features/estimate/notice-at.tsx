import { phoneLink } from "../../components/call-button";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { PhoneNumber } from "../../components/phone-number";
import { cn } from "../../components/ui/cn";
import { noticeId } from "../../components/ui/field";
import {
  type EstimateNotice,
  type NoticePlace,
  offlineNotice,
  placeOf,
  successNotice,
  unknownFailureNotice,
} from "./estimate-notice";

/** The content of a notice's place before there is a notice. The backend may show it as it is. */
const standing: Partial<Record<NoticePlace, EstimateNotice>> = {
  success: successNotice,
  failure: unknownFailureNotice,
  offline: offlineNotice,
};

/**
 * One of the form's places for a notice. It shows the form's notice if the notice belongs here. The live
 * region is always in the page, so that screen readers announce a notice that appears in it. In the response
 * to a form sent without React, the backend fills in the notice and shows it
 * (`backend/src/forms/contact_page.rs` uses these attributes), and React leaves it as it is.
 */
export function NoticeAt({ place, notice }: { place: NoticePlace; notice: EstimateNotice | null }) {
  const shown = notice !== null && placeOf(notice) === place;
  const words = shown ? notice : standing[place];
  const success = place === "success";
  return (
    <div role={success ? "status" : "alert"}>
      <div
        id={noticeId(place)}
        data-notice={place}
        hidden={!shown}
        tabIndex={-1}
        suppressHydrationWarning
        className={cn(
          "mt-3 flex scroll-my-6 items-start gap-4 rounded-md border-2 p-4",
          success
            ? "on-dark border-canopy-700 bg-canopy-900 text-paper-50"
            : "border-orange-600 bg-paper-0 text-canopy-950",
        )}
      >
        {success && (
          <GrowthRings rings={4} state="closing" className="size-14 shrink-0 text-lime-400" />
        )}
        <div>
          <p
            data-notice-title=""
            suppressHydrationWarning
            className={cn("font-bold", success ? "text-lime-400" : "text-orange-600")}
          >
            {words?.title ?? ""}
          </p>
          <p data-notice-text="" suppressHydrationWarning>
            {words?.text ?? ""}
          </p>
          <p data-notice-finding="" suppressHydrationWarning className="mt-2 empty:hidden">
            {words?.finding ?? ""}
          </p>
          {["failure", "offline", "message"].includes(place) && (
            // A phone call works despite any of these.
            <p className="mt-2">
              <a {...phoneLink} className="font-bold text-canopy-700 underline underline-offset-4">
                Call us: <PhoneNumber />
              </a>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
