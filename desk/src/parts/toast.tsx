import { useEffect, useState } from "react";
import { closeToast, type Toast, useToasts } from "../page/toasts.ts";
import { Button } from "./form.tsx";
import { Icon } from "./icon.tsx";

/** The time that a toast is shown: long enough to read it and to reach its button. */
const SHOWN_MS = 10_000;

/** Shows the toasts, and announces them to screen readers. They take room, and cover nothing. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <section
      aria-label="What has just happened"
      className="order-1 mx-auto grid max-h-[40dvh] w-full max-w-120 gap-2 overflow-y-auto px-3 py-2 [grid-area:toasts] empty:p-0 print:hidden"
      role="log"
    >
      {toasts.map((toast) => (
        <TimedToast key={toast.number} toast={toast} />
      ))}
    </section>
  );
}

const LOOKS: Readonly<Record<NonNullable<Toast["kind"]>, string>> = {
  done: "bg-notice",
  news: "bg-notice",
  problem: "border-l-8 border-l-paper-200 bg-notice",
  emergency: "bg-orange-600",
};

/** A toast that closes after a time, but not while it has the focus. */
function TimedToast({ toast }: { toast: Toast }) {
  const { text, kind = "done", action } = toast;
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    if (hasFocus) return;
    const timer = setTimeout(() => closeToast(toast), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, hasFocus]);
  const focusHandlers = { onFocus: () => setHasFocus(true), onBlur: () => setHasFocus(false) };
  const buttonLook = `min-h-12 min-w-12 px-3 font-bold ${kind === "emergency" ? "underline" : "text-lime-400"}`;
  return (
    <div
      className={`toast on-dark flex flex-wrap items-center rounded-md border border-transparent pl-4 font-semibold text-paper-0 motion-safe:animate-[rise_180ms_ease-out] ${LOOKS[kind]}`}
      {...focusHandlers}
    >
      <p className="min-w-0 flex-1 basis-40 py-2.5">{text}</p>
      {action && (
        <Button
          className={buttonLook}
          onClick={() => {
            closeToast(toast);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button aria-label="Close" className={buttonLook} onClick={() => closeToast(toast)}>
        <Icon className="mx-auto size-5" name="close" />
      </Button>
    </div>
  );
}
