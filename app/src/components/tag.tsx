import type { ReactNode } from "react";
import { cn } from "./ui/cn";

/** The card of a tag, its hole, and the string through it, which is as long as the space above (`--string`). */
export function Tag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute bottom-[calc(100%-1.5rem)] left-1/2 z-1 h-[calc(var(--string)+1.5rem)] w-0.5 -translate-x-1/2 bg-bark-500"
      />
      <div
        className={cn(
          "h-full @max-large-text:px-4 px-6 pt-9 pb-room-7 [clip-path:polygon(2.75rem_0,calc(100%_-_2.75rem)_0,100%_2.75rem,100%_100%,0_100%,0_2.75rem)] md:px-8 md:pt-12 print:p-0!",
          className,
        )}
      >
        <span
          aria-hidden="true"
          className="absolute top-4 left-1/2 size-4 -translate-x-1/2 rounded-full border-2 border-bark-500 bg-paper-50"
        />
        {children}
      </div>
    </>
  );
}
