import { StrictMode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { isSignedIn, onSessionChange, person } from "./api/session.ts";
import { allDrafts } from "./data/draft.ts";
import { startPolling } from "./data/poll.ts";
import { followNotifications, renewPush } from "./data/push.ts";
import { removeLeads, restore, useKnown } from "./data/store.ts";
import { Desk } from "./desk.tsx";
import { showFailure } from "./sign-in.ts";
import { capitalized } from "./words/lead.ts";

/** The desk, where somebody is signed in; else what the sign-in page (sign-in.ts) says of it. */
function App() {
  return useSyncExternalStore(onSessionChange, isSignedIn) ? <Desk /> : <SignedOut />;
}

/** Why somebody who was here has to sign in, and what of theirs waits for that. */
function SignedOut() {
  const unsent = useKnown((state) => state.changes);
  const place = document.querySelector("#ended");
  if (!place) return null;
  const { length } = unsent;
  const changes = length > 0 && (length === 1 ? "One change" : `${length} changes`);
  const isSaved = (text: string) => unsent.some(({ set }) => set?.note === text);
  const isWriting = allDrafts().some((text) => !isSaved(text));
  const kept = [changes, isWriting && "what you were writing"].filter(Boolean).join(" and ");
  const isPlural = length > 1 || kept.includes(" and ");
  return createPortal(
    <>
      You are signed out: this phone was not used for 30 days, or somebody signed out everywhere.{" "}
      {kept && (
        <strong>
          {capitalized(kept)} {isPlural ? "are" : "is"} kept on this phone, for when {person} signs
          in again.
        </strong>
      )}
    </>,
    place,
  );
}

/** Remembers, for as long as the tab is there, that the desk has broken. */
const BROKEN = "desk:broken";

/** Says that the desk has broken. What is typed and unsent is kept on the phone. */
function onUncaughtError(error: unknown) {
  reportError(error);
  showFailure("broken");
  // The second time, what was read is read anew: it may be what breaks the desk.
  if (sessionStorage.getItem(BROKEN)) void removeLeads();
  sessionStorage.setItem(BROKEN, "yes");
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
// Without a connection the server knows what it knew.
renewPush().catch(() => {});
