import { type ComponentProps, useEffect, useRef } from "react";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";

interface SheetProps extends ComponentProps<"dialog"> {
  title: string;
  close: () => void;
}

/**
 * A modal dialog. Esc, its button and a click beside it close it. Its first field takes the focus, which
 * then returns to where it was.
 */
export function Sheet({ title, close, children, ...props }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
    return () => {
      // The pressed button may be gone; Safari does not focus buttons at all.
      const canFocus = before?.isConnected && before !== document.body;
      const after = canFocus ? before : document.querySelector<HTMLElement>(".lead h1");
      after?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it at Esc.
    <dialog
      aria-label={title}
      className="m-auto mb-0 max-h-[calc(100dvh-1rem)] w-full max-w-128 overscroll-contain rounded-t-lg bg-raised px-4 pt-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink backdrop:bg-canopy-950/60 motion-safe:animate-[rise_160ms_ease-out] md:mb-auto md:rounded-lg forced-colors:border-2"
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      onClose={close}
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
