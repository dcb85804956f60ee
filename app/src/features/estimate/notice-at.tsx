import { GrowthRings } from "../../components/drawings/growth-rings";
import { PhoneNumber } from "../../components/phone-number";
import { cn } from "../../components/ui/cn";
import { noticeId } from "../../components/ui/field";
import { business } from "../../content/business";
import {
  type EstimateNotice,
  type NoticePlace,
  offlineNotice,
  placeOf,
  successNotice,
  unknownFailureNotice,
} from "./estimate-notice";

/** The content of a place before there is a notice: the backend may show it as it is. */
const standing: Partial<Record<NoticePlace, EstimateNotice>> = {
  success: successNotice,
  failure: unknownFailureNotice,
  offline: offlineNotice,
};

/**
 * One of the form's places for a notice, with the form's notice if it belongs here. The live region is
 * always there, so that screen readers hear of what appears in it. The backend fills the notice in the page
 * that answers a form sent without React, and shows it (`backend/src/forms/contact_page.rs` knows these
 * attributes), and React leaves that be.
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
            // A call gets past all of these.
            <p className="mt-2">
              <a
                href={business.phone.href}
                className="font-bold text-canopy-700 underline underline-offset-4"
              >
                Call us: <PhoneNumber />
              </a>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
