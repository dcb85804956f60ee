import { useMutation, useQuery } from "@tanstack/react-query";
import { type Mail, server } from "../data/server.ts";
import { client, KEYS } from "../data/store.ts";
import { showToast } from "../data/toasts.ts";
import { inWords } from "../parts/age.ts";
import { leadLink } from "../parts/links.ts";
import { ViewHeading } from "../parts/view-heading.tsx";

/** The mails to the owner that did not arrive. The leads themselves are safe: they are in the list. */
export function MailsView() {
  const { data, isPending } = useQuery({ queryKey: KEYS.mails, queryFn: server.mails });
  const mails = data?.mails ?? [];
  return (
    <>
      <ViewHeading title="Mails">
        {mails.length === 0 ? "All were delivered" : `${mails.length} not delivered`}
      </ViewHeading>
      {isPending && <p className="hint">Reading the list…</p>}
      {mails.length > 0 && (
        <p className="hint">The leads are safe: each of them is in the list of leads.</p>
      )}
      <ol className="cards">
        {mails.map((mail) => (
          <MailCard key={mail.id} mail={mail} />
        ))}
      </ol>
    </>
  );
}

function MailCard({ mail }: { mail: Mail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => server.retryMail(mail.id),
    networkMode: "always",
    onSuccess: () => showToast({ text: "The mail is on its way again." }),
    onError: (error) => showToast({ text: `Not sent again. ${error.message}`, isProblem: true }),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.mails }),
  });
  const attempts = mail.attempts === 1 ? "1 attempt" : `${mail.attempts} attempts`;
  return (
    <li className="card">
      <p className="text-sm">
        <time dateTime={mail.createdAt}>{inWords(mail.createdAt)}</time> · {attempts}
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
      <p className="mt-1 font-semibold" data-problem={mail.state === "failed" || undefined}>
        {mail.state === "failed" || !mail.dueAt
          ? "Given up"
          : `Tried again at ${inWords(mail.dueAt)}`}
      </p>
      {mail.failure && <p className="mt-1 break-words text-sm">{mail.failure}</p>}
      <button
        className="button mt-4 w-full"
        disabled={isPending}
        onClick={() => mutate()}
        type="button"
      >
        Send again
      </button>
    </li>
  );
}
