import { useMutation } from "@tanstack/react-query";
import { endSubscription } from "../data/push.ts";
import { request } from "../data/server.ts";
import { person } from "../data/session.ts";
import { forgetEverything } from "../data/store.ts";
import { useUnsentChanges } from "../data/use-changes.ts";
import { ViewHeading } from "../parts/view-heading.tsx";
import { Notifications } from "./notifications.tsx";

/** Who is signed in, and the ways out. */
export function AccountView() {
  const unsent = useUnsentChanges().length;
  const signOut = useMutation({
    mutationFn: (everywhere: boolean) => request("delete", "/session", { query: { everywhere } }),
    networkMode: "always",
    onSuccess: async () => {
      await forgetEverything();
      // What fails here is of no use any more: the server has forgotten the subscription.
      await endSubscription().catch(() => {});
      history.replaceState(null, "", location.pathname);
      location.reload();
    },
  });
  return (
    <>
      <ViewHeading title="You">{person}</ViewHeading>
      <Notifications />
      <div className="grid gap-3 px-4">
        <p>Signing out removes the leads from this phone.</p>
        {unsent > 0 && (
          <p className="font-semibold text-orange-600">
            {unsent === 1 ? "One change is" : `${unsent} changes are`} not sent yet, and would be
            lost.
          </p>
        )}
        <button className="button" onClick={() => signOut.mutate(false)} type="button">
          Sign out
        </button>
        <button className="button" onClick={() => signOut.mutate(true)} type="button">
          Sign out everywhere
        </button>
        {signOut.error && (
          <p className="font-semibold text-orange-600" role="alert">
            Still signed in: {signOut.error.message}
          </p>
        )}
      </div>
    </>
  );
}
