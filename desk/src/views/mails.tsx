import { useQuery } from "@tanstack/react-query";
import { type Mail, request } from "../data/server.ts";
import { KEYS } from "../data/store.ts";
import { timeInWords } from "../parts/age.ts";
import { leadLink } from "../parts/links.ts";
import { SendAgain } from "../parts/send-again.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";
import { Webhooks } from "./webhooks.tsx";

/**
 * What did not arrive: mails to the owner, and, where leads are announced to another program, the
 * webhooks. The leads themselves are safe: they are in the list.
 */
export function MailsView() {
  const { data, error, isPaused } = useQuery({
    queryKey: KEYS.mails,
    queryFn: () => request("get", "/mails"),
  });
  const mails = data?.mails ?? [];
  return (
    <>
      <ViewHeading title="Mails">
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
          <p className="hint">The leads are safe: each of them is in the list of leads.</p>
          <ol className="grid gap-3 px-4 pb-6">
            {mails.map((mail) => (
              <MailCard key={mail.id} mail={mail} />
            ))}
          </ol>
        </>
      )}
      <Webhooks />
    </>
  );
}

function MailCard({ mail }: { mail: Mail }) {
  const attempts = mail.attempts === 1 ? "1 attempt" : `${mail.attempts} attempts`;
  return (
    <li className="card">
      <p className="text-sm">
        <time dateTime={mail.createdAt}>{timeInWords(mail.createdAt)}</time> · {attempts}
      </p>
      <h2 className="row-name">
        {mail.leadId ? (
          <a className="underline" href={leadLink(mail.leadId)}>
            {mail.about}
          </a>
        ) : (
          mail.about
        )}
      </h2>
      <p
        className="mt-1 font-semibold data-problem:text-orange-600"
        data-problem={mail.state === "failed" || undefined}
      >
        {mail.state === "failed" ? "Given up" : `Tried again at ${timeInWords(mail.dueAt)}`}
      </p>
      {mail.failure && <p className="mt-1 text-sm first-letter:uppercase">{mail.failure}</p>}
      <SendAgain
        about={mail.about}
        className="mt-4 w-full"
        list={KEYS.mails}
        send={() => request("post", "/mails/{id}/retry", { path: { id: mail.id } })}
        what="The mail"
      />
    </li>
  );
}
