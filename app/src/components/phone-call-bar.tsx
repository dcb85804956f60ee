import { CallButton } from "./call-button";

/**
 * A hero's call button. On phones it lies at the bottom of the screen, within the thumb's reach,
 * for as long as the page is read; `phone-call-bar.css` keeps what is below it in sight.
 */
export function PhoneCallBar() {
  return (
    <div
      data-phone-call-bar=""
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:bg-canopy-950 max-md:px-5 max-md:pt-2.5 max-md:pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <CallButton className="max-md:min-h-14 max-md:w-full max-md:text-lg" />
    </div>
  );
}
