import { StrictMode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { isSignedIn, onSessionEnd, person } from "./api/session.ts";
import { draftTexts } from "./data/draft.ts";
import { startPolling } from "./data/poll.ts";
import { followNotifications, renewPush } from "./data/push.ts";
import { clearLeads, restore, useStore } from "./data/store.ts";
import { Desk } from "./desk.tsx";
import { showFailure } from "./sign-in.ts";
import { capitalized, countedAtStart } from "./words/lead.ts";

/** The desk of a person who is signed in; else a notice on the sign-in page (sign-in.ts). */
const App = () => (useSyncExternalStore(onSessionEnd, isSignedIn) ? <Desk /> : <SignedOut />);

/** Explains why the session ended, and what this phone still has of the person. */
function SignedOut() {
  const unsent = useStore((state) => state.changes);
  const notice = document.querySelector("#ended");
  if (!notice) return null;
  const { length } = unsent;
  const isSaved = (text: string) => unsent.some(({ set }) => set?.note === text);
  const isWriting = draftTexts().some((text) => !isSaved(text));
  const kept = [
    length > 0 && countedAtStart(length, "change"),
    isWriting && "what you were writing",
  ].filter(Boolean);
  const isPlural = length > 1 || kept.length > 1;
  return createPortal(
    <>
      You are signed out: this phone was not used for 30 days, or somebody signed out everywhere.{" "}
      {kept.length > 0 && (
        <strong>
          {capitalized(kept.join(" and "))} {isPlural ? "are" : "is"} kept on this phone, for when{" "}
          {person} signs in again.
        </strong>
      )}
    </>,
    notice,
  );
}

const CRASHED_KEY = "desk:broken";

/** Shows that the desk crashed. What is typed and unsent stays on the phone. */
function onUncaughtError(error: unknown) {
  reportError(error);
  showFailure("broken");
  // After a second crash, everything is read again: stored data may be the cause.
  if (sessionStorage.getItem(CRASHED_KEY)) void clearLeads();
  sessionStorage.setItem(CRASHED_KEY, "yes");
}

const root = document.querySelector("#desk");
if (!root) throw new Error("index.html has no #desk");

await restore();
createRoot(root, { onUncaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

startPolling();
followNotifications();
// Without a connection, the server keeps the subscription that it has.
renewPush().catch(() => {});
