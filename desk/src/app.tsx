import { StrictMode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { isSignedIn, onSessionChange, person } from "./api/session.ts";
import { tabStorage } from "./api/storage.ts";
import { startPolling } from "./data/poll.ts";
import { clearLeads, restore, updateState } from "./data/store.ts";
import { PHOTOS_WAIT, storedText } from "./data/stored-text.ts";
import { followVisibility } from "./data/unsent.ts";
import { useUnsentInWords } from "./data/use-leads.ts";
import { Desk } from "./desk.tsx";
import { followFocus } from "./focus.ts";
import { followNotifications, renewPush } from "./page/push.ts";
import { MINUTE_MS } from "./rules/clock.ts";
import { loadFold } from "./rules/fold.ts";
import { showFailure } from "./sign-in.ts";
import { ViewNotLoaded } from "./version.ts";

/** The desk, if somebody is signed in; otherwise a notice on the sign-in page (sign-in.ts). */
const App = () => (useSyncExternalStore(onSessionChange, isSignedIn) ? <Desk /> : <SignedOut />);

/** Shows why the session ended, and which of the person's data is still on this phone. */
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

/** A second crash within this time is assumed to have the same cause. */
const CRASH_LOOP_MS = 10 * MINUTE_MS;

/** Shows that the desk crashed. Typed text and unsent changes stay on the phone. */
function onUncaughtError(error: unknown) {
  if (error instanceof ViewNotLoaded) return showFailure("not-loaded");
  reportError(error);
  showFailure("broken");
  // Stored data may have caused the second crash, so everything is read again.
  if (Date.now() - Number(tabStorage.get(CRASHED_KEY)) < CRASH_LOOP_MS) void clearLeads();
  tabStorage.set(CRASHED_KEY, String(Date.now()));
}

const root = document.querySelector("#desk");
if (!root) throw new Error("index.html has no #desk");

await restore();
createRoot(root, { onUncaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Until the fold is loaded, leads are shown as the server sent them.
loadFold().then(() => updateState({}), reportError);
if (storedText(PHOTOS_WAIT)) import("./data/unsent-photos.ts").catch(reportError);
startPolling();
followVisibility();
followNotifications();
followFocus(root);
// Without a connection, the server keeps its current subscription.
renewPush().catch(() => {});
