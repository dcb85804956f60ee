import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";

type SheetProps = ComponentProps<"dialog"> & { title: string; close: () => void };

/** Returns whether a dialog's backdrop was pressed. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/** A modal dialog. Esc, its button, or a click beside it closes it, and the previous element gets the focus. */
export function Sheet({ title, close, children, ...props }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** whether the press began beside the dialog: a text selection may end there without having begun there */
  const isPressedBeside = useRef(false);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
    return () => {
      // Safari does not focus a pressed button. Then the lead's heading takes the focus (focus.ts).
      if (before !== document.body) before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it at Esc.
    <dialog
      aria-label={title}
      className="m-auto mb-0 max-h-[calc(100dvh-1rem)] w-full max-w-128 overscroll-contain rounded-t-lg bg-raised px-4 pt-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink backdrop:bg-canopy-950/60 motion-safe:animate-[rise_160ms_ease-out] md:mb-auto md:rounded-lg forced-colors:border-2"
      onClick={(event) => isPressedBeside.current && isBeside(event) && close()}
      onClose={close}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      {...props}
      ref={dialog}
    >
      <div className="in-data-full:mx-1 in-data-full:mt-1 in-data-full:mb-0 mb-3 flex items-start in-data-full:items-center justify-between gap-4">
        <h2
          aria-live="polite"
          className="in-data-full:text-[min(1.5rem,8vw)] text-xl"
          tabIndex={-1}
        >
          {title}
        </h2>
        <Button
          aria-label="Close"
          className="-m-3 grid min-h-12 min-w-12 place-items-center text-press"
          onClick={close}
        >
          <Icon className="size-5" name="close" />
        </Button>
      </div>
      {children}
    </dialog>
  );
}
