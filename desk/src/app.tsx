import { StrictMode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { isSignedIn, onSessionEnd, person } from "./api/session.ts";
import { startPolling } from "./data/poll.ts";
import { followNotifications, renewPush } from "./data/push.ts";
import { clearLeads, restore, updateState } from "./data/store.ts";
import { useUnsentInWords } from "./data/use-leads.ts";
import { ViewNotLoaded } from "./data/version.ts";
import { Desk } from "./desk.tsx";
import { followFocus } from "./focus.ts";
import { MINUTE_MS } from "./rules/clock.ts";
import { loadFold } from "./rules/fold.ts";
import { showFailure } from "./sign-in.ts";

/** The desk of a person who is signed in; else a notice on the sign-in page (sign-in.ts). */
const App = () => (useSyncExternalStore(onSessionEnd, isSignedIn) ? <Desk /> : <SignedOut />);

/** Explains why the session ended, and what this phone still has of the person. */
function SignedOut() {
  const unsent = useUnsentInWords();
  const notice = document.querySelector("#ended");
  if (!notice) return null;
  return createPortal(
    <>
      You are signed out: this phone was not used for 30 days, or somebody signed out everywhere.{" "}
      {unsent && (
        <strong>
          {unsent} kept on this phone, for when {person} signs in again.
        </strong>
      )}
    </>,
    notice,
  );
}

const CRASHED_KEY = "desk:broken";

/** Within this time, a second crash has the same cause. */
const CRASH_LOOP_MS = 10 * MINUTE_MS;

/** Shows that the desk crashed. What is typed and unsent stays on the phone. */
function onUncaughtError(error: unknown) {
  if (error instanceof ViewNotLoaded) return showFailure("not-loaded");
  reportError(error);
  showFailure("broken");
  // After a second crash, everything is read again: stored data may be the cause.
  const last = Number(sessionStorage.getItem(CRASHED_KEY));
  if (Date.now() - last < CRASH_LOOP_MS) void clearLeads();
  sessionStorage.setItem(CRASHED_KEY, String(Date.now()));
}

const root = document.querySelector("#desk");
if (!root) throw new Error("index.html has no #desk");

await restore();
createRoot(root, { onUncaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Until then, the leads are shown as the server has them.
loadFold().then(() => updateState({}), reportError);
startPolling();
followNotifications();
followFocus(root);
// Without a connection, the server keeps the subscription that it has.
renewPush().catch(() => {});
