import { CallButton } from "../../components/call-button";

/**
 * The call button of phones. It lies at the bottom of the screen, within the thumb's reach, for as
 * long as the page is read; on a low screen, at the end of the page. `phone-call-bar.css` keeps what
 * is below it in sight.
 */
export function PhoneCallBar() {
  return (
    <div
      data-phone-call-bar=""
      className="tall:fixed inset-x-0 bottom-0 z-10 bg-canopy-950 px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <CallButton className="min-h-14 w-full text-lg" />
    </div>
  );
}
