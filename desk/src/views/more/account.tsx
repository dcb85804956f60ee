import { request } from "../../api/server.ts";
import { person, signOut } from "../../api/session.ts";
import { useAction } from "../../data/answers.ts";
import { endSubscription } from "../../data/push.ts";
import { forgetEverything } from "../../data/store.ts";
import { useUnsentChanges } from "../../data/use-changes.ts";
import { Button } from "../../parts/button.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { Notifications } from "./notifications.tsx";

/** Who is signed in, and the ways out. */
export default function AccountView() {
  const unsent = useUnsentChanges().length;
  const leave = useAction(async (everywhere: boolean) => {
    await signOut(() => request("delete", "/session", { query: { everywhere } }));
    await forgetEverything();
    // What fails here is of no use any more: the server has forgotten the subscription.
    await endSubscription().catch(() => {});
    history.replaceState(null, "", location.pathname);
    location.reload();
  });
  return (
    <>
      <ViewHeading back="More" title="You">
        {person}
      </ViewHeading>
      <Notifications />
      <div className="grid gap-3 px-4">
        <p>Signing out removes the leads and photographs from this phone.</p>
        {unsent > 0 && (
          <p className="problem">
            {unsent === 1 ? "One change is" : `${unsent} changes are`} not sent yet, and would be
            lost.
          </p>
        )}
        <Button onClick={() => leave.run(false)}>Sign out</Button>
        <Button onClick={() => leave.run(true)}>Sign out everywhere</Button>
        {leave.error && (
          <p className="problem" role="alert">
            Still signed in: {leave.error.message}
          </p>
        )}
      </div>
    </>
  );
}
