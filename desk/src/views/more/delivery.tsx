import { refreshAnswers, useAction } from "../../data/answers.ts";
import { showToast } from "../../data/toasts.ts";
import { Age } from "../../parts/lead-rows.tsx";
import { leadLink } from "../../words/links.ts";

interface DeliveryProps {
  /** the lead's name, or what else it is about */
  title: string;
  leadId: string | null;
  createdAt: string;
  /** what became of it, in words */
  said: string;
  isGivenUp: boolean;
  /** the last failure, or what the receiver answered */
  answer: string | null | undefined;
  /** how often it was tried, where that failed */
  attempts?: number;
  /** sends it again; missing where it cannot be */
  send?: () => Promise<unknown>;
  /** begins a sentence: "The mail" */
  what: string;
  /** the key of the list's answer */
  list: string;
}

/** A mail or a webhook, in a line: what it is about, what became of it, and the button that sends it again. */
export function Delivery(props: DeliveryProps) {
  const { title, leadId, createdAt, said, isGivenUp, answer, attempts = 0, send } = props;
  const { run, isPending } = useAction(async () => {
    await send?.().then(
      () => showToast({ text: `${props.what} is on its way again.` }),
      ({ message }) => showToast({ kind: "problem", text: `Not sent again. ${message}` }),
    );
    refreshAnswers(props.list);
  });
  return (
    <li className="row" data-failing={attempts > 0 || undefined}>
      <Age time={createdAt} />
      <div className="in-data-failing:col-[2/-1] min-w-0 py-3.5">
        <h3 className="text-lg">
          {leadId ? (
            <a className="link" href={leadLink(leadId)}>
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <p className={isGivenUp ? "problem" : "font-semibold"}>{said}</p>
        {answer && (
          <p className="text-sm first-letter:uppercase">
            {answer}
            {attempts > 1 && ` · ${attempts} attempts`}
          </p>
        )}
      </div>
      {send && (
        // Not `disabled`, which would take the focus away.
        <button
          aria-disabled={isPending}
          className={attempts === 0 ? "link min-h-12" : "button in-data-failing:col-[2/-1] mb-4"}
          onClick={() => isPending || run()}
          type="button"
        >
          Send again <span className="sr-only">{title}</span>
        </button>
      )}
    </li>
  );
}
