import { type Mail, request } from "../../api/server.ts";
import { useAnswer } from "../../data/answers.ts";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { timeInWords } from "../../rules/clock.ts";
import { Delivery } from "./delivery.tsx";
import { Webhooks } from "./webhooks.tsx";

/**
 * What did not arrive: mails to the owner, and, where leads are announced to another program, the
 * webhooks. The leads themselves are safe: they are in the list.
 */
export default function MailsView() {
  const { data, error, isPaused } = useAnswer("mails", () => request("get", "/mails"));
  const mails = data?.mails ?? [];
  return (
    <>
      <ViewHeading back="More" title="Mails">
        {data && (mails.length === 0 ? "All were delivered" : `${mails.length} not delivered`)}
      </ViewHeading>
      {!data && (isPaused || error) && (
        <p className="hint" role="alert">
          {error?.message ?? "This list needs a connection, and is kept here from then on."}
        </p>
      )}
      {!data && !isPaused && !error && <p className="hint">Reading the list…</p>}
      {mails.length > 0 && (
        <>
          <p className="hint">The leads are safe: each of them is in the lists.</p>
          <ol className="border-line border-t">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ol>
        </>
      )}
      <Webhooks />
    </>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const { id, about, leadId, createdAt, state, dueAt, failure, attempts } = mail;
  const isGivenUp = state === "failed";
  return (
    <Delivery
      answer={failure}
      attempts={attempts}
      createdAt={createdAt}
      isGivenUp={isGivenUp}
      leadId={leadId}
      list="mails"
      said={isGivenUp ? "Given up" : `Tried again at ${timeInWords(dueAt)}`}
      send={() => request("post", "/mails/{id}/retry", { path: { id } })}
      title={about}
      what="The mail"
    />
  );
}
