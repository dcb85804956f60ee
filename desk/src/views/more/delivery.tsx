import type { Webhook } from "../../api/server.ts";
import { refreshQueries, useMutation } from "../../data/queries.ts";
import { leadHref } from "../../page/route.ts";
import { showToast } from "../../page/toasts.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { Age } from "../../parts/lead-rows.tsx";
import { MINUTE_MS } from "../../rules/clock.ts";
import { timeInWords } from "../../words/time.ts";

interface DeliveryProps extends Pick<Webhook, "leadId" | "createdAt" | "state" | "dueAt"> {
  kind: "mail" | "webhook";
  /** the lead's name, or another subject */
  title: string;
  /** the last failure, or the receiver's response */
  response: string | null;
  attempts: number;
  /** sends it again; undefined if that is impossible */
  send?: () => Promise<unknown>;
}

/** The row of an email or a webhook, with a button that sends it again. */
export function Delivery(props: DeliveryProps) {
  const { kind, title, leadId, createdAt, state, response, attempts, send } = props;
  const stateWords = useNow((now) => stateInWords(props, now));
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
        <p className={state === "failed" ? "problem" : "font-semibold"}>{stateWords}</p>
        {response && (
          <p className="text-sm first-letter:uppercase">
            {response}
            {attempts > 1 && ` · ${attempts} attempts`}
          </p>
        )}
      </div>
      {send && (
        // `disabled` takes the focus away.
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

function stateInWords({ state, dueAt }: DeliveryProps, now: number): string {
  switch (state) {
    case "sent":
      return "Sent";
    case "failed":
      return "Given up";
    case "stopped":
      return "Not sent: marked as spam";
    case "held":
    case "waiting":
      return Date.parse(dueAt) - now < MINUTE_MS
        ? "Waits to be sent"
        : `Tried again at ${timeInWords(dueAt)}`;
  }
}
