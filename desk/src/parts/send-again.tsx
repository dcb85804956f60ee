import { useMutation } from "@tanstack/react-query";
import { client } from "../data/store.ts";
import { showToast } from "../data/toasts.ts";

/** Sends a mail or a webhook again, and reads the list that it stands in. */
export function SendAgain({
  what,
  about,
  className,
  send,
  list,
}: {
  /** begins a sentence: "The mail" */
  what: string;
  about: string;
  className: string;
  send: () => Promise<unknown>;
  /** the list's query key */
  list: string[];
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    networkMode: "always",
    onSuccess: () => showToast({ text: `${what} is on its way again.` }),
    onError: (error) => showToast({ text: `Not sent again. ${error.message}`, isProblem: true }),
    onSettled: () => client.invalidateQueries({ queryKey: list }),
  });
  return (
    // Not `disabled`, which would take the focus away.
    <button
      aria-disabled={isPending}
      className={`button ${className}`}
      onClick={() => isPending || mutate()}
      type="button"
    >
      Send again <span className="sr-only">{about}</span>
    </button>
  );
}
