import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "../data/limits.ts";
import { request, type Webhook } from "../data/server.ts";
import { KEYS } from "../data/store.ts";
import { timeInWords, useNow } from "../parts/age.ts";
import { Age } from "../parts/lead-rows.tsx";
import { leadLink } from "../parts/links.ts";
import { SendAgain } from "../parts/send-again.tsx";

/** How often the list is read while it is looked at: what is sent again is there soon after. */
const REFETCH_INTERVAL_MS = 3000;

/**
 * The latest leads as they were announced to another program. Nothing where there are none: most desks
 * have no WEBHOOK_URL.
 */
export function Webhooks() {
  const { data, error } = useQuery({
    queryKey: KEYS.webhooks,
    queryFn: () => request("get", "/webhooks"),
    refetchOnMount: "always",
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  if (!data)
    return (
      error && (
        <p className="hint" role="alert">
          Webhooks: {error.message}
        </p>
      )
    );
  const { webhooks } = data;
  if (webhooks.length === 0) return null;
  const undelivered = webhooks.filter(({ state }) => state === "waiting" || state === "failed");
  const which =
    webhooks.length < LIMITS.webhooks ? "New leads" : `The latest ${LIMITS.webhooks} leads`;
  return (
    <section aria-labelledby="webhooks">
      <div className="px-4 pt-7 pb-2">
        <h2 className="text-lg leading-normal" id="webhooks">
          Webhooks
        </h2>
        <p className="font-medium" role="status">
          {undelivered.length === 0 ? "All were delivered" : `${undelivered.length} not delivered`}
        </p>
      </div>
      <p className="hint">{which}, as they were announced to your other program.</p>
      <ol className="relative border-paper-200 border-t">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ol>
    </section>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, leadId, name, createdAt, state, attempts, failure } = webhook;
  const said = useNow((now) => stateInWords(webhook, now));
  const answer = answerInWords(webhook);
  const isFailing = failure !== null && state !== "stopped";
  return (
    <li className="row" data-failing={isFailing || undefined}>
      <Age time={createdAt} />
      <div className="min-w-0 py-3.5">
        <h3 className="row-name">
          {leadId && name !== null ? (
            <a className="underline" href={leadLink(leadId)}>
              {name}
            </a>
          ) : (
            "An erased lead"
          )}
        </h3>
        <p
          className="font-semibold data-problem:text-orange-600"
          data-problem={state === "failed" || undefined}
        >
          {said}
        </p>
        {answer && (
          <p className="text-sm first-letter:uppercase">
            {answer}
            {isFailing && attempts > 1 && ` · ${attempts} attempts`}
          </p>
        )}
      </div>
      {name !== null && state !== "stopped" && (
        <SendAgain
          about={name}
          className={
            isFailing
              ? "mb-4 self-center"
              : "self-center border-0 p-0 underline underline-offset-[0.2em]"
          }
          list={KEYS.webhooks}
          send={() => request("post", "/webhooks/{id}/replay", { path: { id } })}
          what="The webhook"
        />
      )}
    </li>
  );
}

/** A time that is nearer is not worth naming. */
const SOON_MS = 60_000;

function stateInWords({ state, dueAt }: Webhook, now: number): string {
  switch (state) {
    case "sent":
      return "Sent";
    case "failed":
      return "Given up";
    case "stopped":
      return "Not sent: marked as spam";
    case "waiting":
      return Date.parse(dueAt) - now < SOON_MS
        ? "Waits to be sent"
        : `Tried again at ${timeInWords(dueAt)}`;
  }
}

/** What the receiver answered last, or why there was no answer. */
function answerInWords({ state, status, failure }: Webhook): string | undefined {
  if (state === "stopped") return;
  if (failure) return failure;
  return status === null ? undefined : `Answered ${status}`;
}
