import { useEffect, useState } from "react";
import { showToast, useToast } from "../data/toasts.ts";
import { Icon } from "./icon.tsx";

/** Long enough to read it and to reach for the button. */
const SHOWN_MS = 10_000;

/** Says what has just happened, aloud as well. It stays while a finger or the focus is on it. */
export function Toasts() {
  const toast = useToast();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(() => showToast(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const hold = { onFocus: () => setIsHeld(true), onBlur: () => setIsHeld(false) };
  const button =
    "inline-flex min-h-12 min-w-12 items-center justify-center rounded-md px-3 font-bold text-lime-400";
  return (
    <section aria-label="What has just happened" className="toasts" {...hold}>
      <p aria-live="polite" className="sr-only" role="status">
        {toast?.text}
      </p>
      {toast && (
        <div className="toast on-dark" data-problem={toast.isProblem || undefined}>
          <p className="min-w-0 flex-1 py-3">{toast.text}</p>
          {toast.action && (
            <button
              className={button}
              onClick={() => {
                showToast(undefined);
                toast.action?.run();
              }}
              type="button"
            >
              {toast.action.label}
            </button>
          )}
          <button
            aria-label="Close"
            className={button}
            onClick={() => showToast(undefined)}
            type="button"
          >
            <Icon className="size-5" name="close" />
          </button>
        </div>
      )}
    </section>
  );
}
