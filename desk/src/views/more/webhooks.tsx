import { LIMITS } from "../../api/limits.ts";
import { request, type Webhook } from "../../api/server.ts";
import { useAnswer } from "../../data/answers.ts";
import { useNow } from "../../data/use-now.ts";
import { timeInWords } from "../../rules/clock.ts";
import { Delivery } from "./delivery.tsx";

/** How often the list is read while it is looked at: what is sent again is there soon after. */
const REFETCH_INTERVAL_MS = 3000;

/**
 * The latest leads as they were announced to another program. Nothing where there are none: most desks
 * have no WEBHOOK_URL.
 */
export function Webhooks() {
  const { data, error } = useAnswer("webhooks", () => request("get", "/webhooks"), {
    every: REFETCH_INTERVAL_MS,
  });
  if (!data)
    return (
      error && (
        <p className="hint" role="alert">
          Your other program: {error.message}
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
          Your other program
        </h2>
        <p className="font-medium" role="status">
          {undelivered.length === 0 ? "All were delivered" : `${undelivered.length} not delivered`}
        </p>
      </div>
      <p className="hint">{which}, as they were announced to it (by webhook).</p>
      <ol className="relative border-line border-t">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ol>
    </section>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, leadId, name, createdAt, state, attempts, failure, status } = webhook;
  const said = useNow((now) => stateInWords(webhook, now));
  const isStopped = state === "stopped";
  const isFailing = failure !== null && !isStopped;
  return (
    <Delivery
      answer={isStopped ? null : (failure ?? (status === null ? null : `Answered ${status}`))}
      attempts={isFailing ? attempts : 0}
      createdAt={createdAt}
      isGivenUp={state === "failed"}
      leadId={name && leadId}
      list="webhooks"
      said={said}
      send={
        name === null || isStopped
          ? undefined
          : () => request("post", "/webhooks/{id}/replay", { path: { id } })
      }
      title={name ?? "An erased lead"}
      what="The webhook"
    />
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
