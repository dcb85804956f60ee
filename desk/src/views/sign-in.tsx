import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import company from "../../../company.json" with { type: "json" };
import { server } from "../data/server.ts";
import { beginSession, person } from "../data/session.ts";
import { useUnsentChanges } from "../data/use-changes.ts";

/** Asks for an address, to which a link is sent. */
export function SignInView() {
  const [email, setEmail] = useState(person ?? "");
  const unsent = useUnsentChanges().length;
  const request = useMutation({ mutationFn: server.requestLink, networkMode: "always" });
  const send = (event: FormEvent) => {
    event.preventDefault();
    request.mutate(email);
  };
  return (
    <Door title={request.isSuccess ? "Look into your mail" : "Sign in"}>
      {request.isSuccess ? (
        <>
          <p>
            If <strong className="break-words">{email}</strong> belongs to this desk, a link is on
            its way. It is good once, for 15 minutes.
          </p>
          <button className="button mt-6 w-full" onClick={() => request.reset()} type="button">
            Another address
          </button>
        </>
      ) : (
        <form onSubmit={send}>
          {unsent > 0 && (
            <p className="mb-4 font-semibold">
              {unsent === 1 ? "One change is" : `${unsent} changes are`} kept on this phone, and
              sent when {person} signs in again.
            </p>
          )}
          <label className="font-semibold" htmlFor="email">
            Your e-mail address
          </label>
          <input
            autoComplete="email"
            className="field mt-1"
            id="email"
            inputMode="email"
            onChange={({ target }) => setEmail(target.value)}
            required
            type="email"
            value={email}
          />
          <Failure error={request.error} />
          <button
            className="button mt-4 w-full"
            data-strong
            disabled={request.isPending}
            type="submit"
          >
            Send me a link
          </button>
        </form>
      )}
    </Door>
  );
}

/**
 * What a link of a mail opens. The token is used up by the button alone: programs that look into mails
 * follow links, and press nothing.
 */
export function TokenView({ token }: { token: string }) {
  const signIn = useMutation({
    mutationFn: () => server.signIn(token),
    networkMode: "always",
    onSuccess: beginSession,
  });
  return (
    <Door title="Welcome back">
      <button
        className="button w-full"
        data-strong
        disabled={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
        type="button"
      >
        Sign in
      </button>
      <Failure error={signIn.error} />
      {signIn.isError && (
        <a className="button mt-4 w-full" href="#new-link">
          Ask for a new link
        </a>
      )}
    </Door>
  );
}

function Door({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main className="door">
      <p className="font-semibold">{company.name}</p>
      <h1 className="mt-1 mb-6 text-3xl">{title}</h1>
      {children}
    </main>
  );
}

function Failure({ error }: { error: Error | null }) {
  return (
    <p className="mt-3 font-semibold text-orange-600 empty:hidden" role="alert">
      {error?.message}
    </p>
  );
}
