import { homeCity } from "../../content/areas";
import { business } from "../../content/business";

function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-10 shrink-0">
      <path
        fill="var(--color-lime-400)"
        d="M26 14.5a7.5 7.5 0 0 1 13.6-1.2 6.8 6.8 0 0 1 4.6 10.3 6.8 6.8 0 0 1-5.6 9.9 7 7 0 0 1-9.6 0z"
      />
      <path
        fill="currentColor"
        d="M18.2 46c2-3 2.8-6 2.8-9.5V22.5h3.2v11.2l9.6-9.2 2 2.2-9.5 9.6c-.3 4 .5 7 2.7 9.7zM9 27.5A7.2 7.2 0 0 1 4.5 16 7.8 7.8 0 0 1 12.4 5.3a8.4 8.4 0 0 1 14.8.6 7.7 7.7 0 0 1 4.4 12.3 7.4 7.4 0 0 1-6.8 10.3 8.4 8.4 0 0 1-8 1.5A8.4 8.4 0 0 1 9 27.5z"
      />
    </svg>
  );
}

/** Mark and name. The smallest phones leave out the trade; very large text leaves room for the mark only. */
export function Logo() {
  return (
    <span className="flex max-w-full items-center gap-2.5">
      <LogoMark />
      <span className="@max-large-text:sr-only font-display font-extrabold text-[1.1875rem] leading-[1.05] tracking-tight">
        {business.shortName}
        <span className="block @max-[21rem]:hidden @nav:@max-nav-full:hidden truncate font-sans font-semibold text-[0.8125rem] tracking-normal opacity-80">
          {`${business.trade} · ${homeCity}`}
        </span>
      </span>
    </span>
  );
}
