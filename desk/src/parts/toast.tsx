import { useEffect, useState } from "react";
import { closeToast, type Toast, useToasts } from "../data/toasts.ts";
import { Icon } from "./icon.tsx";

/** Long enough to read it and to reach for the button. */
const SHOWN_MS = 10_000;

/** Says what has just happened, aloud as well. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <section aria-label="What has just happened" className="toasts" role="log">
      {toasts.map((toast) => (
        <ShownToast key={`${toast.kind} ${toast.text}`} toast={toast} />
      ))}
    </section>
  );
}

/** A toast with a time of its own. It stays while the focus is on it. */
function ShownToast({ toast }: { toast: Toast }) {
  const { text, kind, action } = toast;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => closeToast(toast), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const hold = { onFocus: () => setIsHeld(true), onBlur: () => setIsHeld(false) };
  return (
    <div className="toast on-dark" data-kind={kind} {...hold}>
      <p className="min-w-0 flex-1 basis-40 py-2.5">{text}</p>
      {action && (
        <button
          onClick={() => {
            closeToast(toast);
            action.run();
          }}
          type="button"
        >
          {action.label}
        </button>
      )}
      <button aria-label="Close" onClick={() => closeToast(toast)} type="button">
        <Icon className="mx-auto size-5" name="close" />
      </button>
    </div>
  );
}
