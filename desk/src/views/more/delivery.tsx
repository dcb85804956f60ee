import { refreshQueries, useMutation } from "../../data/queries.ts";
import { leadHref } from "../../data/route.ts";
import { showToast } from "../../data/toasts.ts";
import { Button } from "../../parts/form.tsx";
import { Age } from "../../parts/lead-rows.tsx";

interface DeliveryProps {
  kind: "mail" | "webhook";
  /** the lead's name, or what else it is about */
  title: string;
  leadId: string | null;
  createdAt: string;
  /** the state, in words */
  state: string;
  isGivenUp: boolean;
  /** the last failure, or the receiver's response */
  response: string | null;
  /** the number of failed attempts */
  attempts: number;
  /** sends it again; undefined if that is impossible */
  send?: () => Promise<unknown>;
}

/** The row of a mail or a webhook, with a button that sends it again. */
export function Delivery(props: DeliveryProps) {
  const { kind, title, leadId, createdAt, state, isGivenUp, response, attempts, send } = props;
  const { run, isPending } = useMutation(async () => {
    await send?.().then(
      () => showToast({ text: `The ${kind} is on its way again.` }),
      ({ message }) => showToast({ kind: "problem", text: `Not sent again. ${message}` }),
    );
    refreshQueries(`${kind}s`);
  });
  return (
    <li className="row" data-failing={attempts > 0 || undefined}>
      <Age time={createdAt} />
      <div className="in-data-failing:col-[2/-1] min-w-0 py-3.5">
        <h3 className="text-lg">
          {leadId ? (
            <a className="link" href={leadHref(leadId)}>
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <p className={isGivenUp ? "problem" : "font-semibold"}>{state}</p>
        {response && (
          <p className="text-sm first-letter:uppercase">
            {response}
            {attempts > 1 && ` · ${attempts} attempts`}
          </p>
        )}
      </div>
      {send && (
        // `disabled` would take the focus away.
        <Button
          aria-disabled={isPending}
          className={attempts === 0 ? "link min-h-12" : "button in-data-failing:col-[2/-1] mb-4"}
          onClick={() => isPending || run()}
        >
          Send again <span className="sr-only">{title}</span>
        </Button>
      )}
    </li>
  );
}
