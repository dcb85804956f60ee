import { GrowthRings } from "../../components/drawings/growth-rings";
import { PhoneNumber } from "../../components/phone-number";
import { Notice } from "../../components/ui/notice";
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

/** One of the form's places for a notice, with the form's notice if it belongs here. */
export function NoticeAt({ place, notice }: { place: NoticePlace; notice: EstimateNotice | null }) {
  const shown = notice !== null && placeOf(notice) === place;
  const words = shown ? notice : standing[place];
  const success = place === "success";
  return (
    <Notice
      place={place}
      kind={success ? "success" : "failure"}
      shown={shown}
      title={words?.title ?? ""}
      text={words?.text ?? ""}
      mark={
        success && (
          <GrowthRings
            rings={4}
            state="closing"
            strokeWidth={2.5}
            className="size-14 shrink-0 text-lime-400"
          />
        )
      }
    >
      {place === "email" && <p>You may leave it empty: we call you back.</p>}
      {(place === "failure" || place === "offline") && (
        // No field mends it, but a call does.
        <p className="mt-2">
          <a
            href={business.phone.href}
            className="font-bold text-canopy-700 underline underline-offset-4"
          >
            Call us: <PhoneNumber />
          </a>
        </p>
      )}
    </Notice>
  );
}
