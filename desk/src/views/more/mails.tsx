import { LIMITS } from "../../api/description.ts";
import { request, type Webhook } from "../../api/server.ts";
import { useQuery } from "../../data/queries.ts";
import { Problem } from "../../parts/form.tsx";
import { NEEDS_CONNECTION } from "../../parts/lead-list.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { Delivery } from "./delivery.tsx";

const undeliveredInWords = (count: number) =>
  count === 0 ? "All were delivered" : `${count} not delivered`;

/** The undelivered emails to the owner, and the latest webhooks. */
export default function MailsView() {
  const { data, error, isPaused } = useQuery("mails", () => request("get", "/mails"));
  const mails = data?.mails ?? [];
  return (
    <>
      <ViewHeading name="mails">{data && undeliveredInWords(mails.length)}</ViewHeading>
      {!data && (isPaused || error) && (
        <Problem className="hint">{error?.message ?? NEEDS_CONNECTION}</Problem>
      )}
      {!data && !isPaused && !error && <p className="hint">Reading the list…</p>}
      {mails.length > 0 && (
        <>
          <p className="hint">The leads are safe: each of them is in the lists.</p>
          <ol className="border-line border-t">
            {mails.map((mail) => (
              <Delivery
                key={mail.id}
                {...mail}
                kind="mail"
                response={mail.failure}
                send={() => request("post", "/mails/{id}/retry", { path: { id: mail.id } })}
                title={mail.about}
              />
            ))}
          </ol>
        </>
      )}
      <Webhooks />
    </>
  );
}

/** The interval of reading the webhooks. It is short, so that a webhook sent again soon shows its outcome. */
const REFETCH_INTERVAL_MS = 3000;

/** The latest webhooks. Renders nothing if there are none: most desks have no WEBHOOK_URL. */
function Webhooks() {
  const { data, error } = useQuery("webhooks", () => request("get", "/webhooks"), {
    every: REFETCH_INTERVAL_MS,
  });
  if (!data) {
    return error && <Problem className="hint">Your other program: {error.message}</Problem>;
  }
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
          {undeliveredInWords(undelivered.length)}
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
  const { id, leadId, name, state, attempts, failure, status } = webhook;
  const isStopped = state === "stopped";
  const response = failure ?? (status === null ? null : `Answered ${status}`);
  return (
    <Delivery
      {...webhook}
      attempts={failure !== null && !isStopped ? attempts : 0}
      kind="webhook"
      leadId={name && leadId}
      response={isStopped ? null : response}
      send={
        name === null || isStopped
          ? undefined
          : () => request("post", "/webhooks/{id}/replay", { path: { id } })
      }
      title={name ?? "An erased lead"}
    />
  );
}
