import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { server } from "./data/server.ts";
import { beginSession, person } from "./data/session.ts";
import { client, persistOptions } from "./data/store.ts";
import { Desk } from "./desk.tsx";
import "./desk.css";

const root = document.querySelector("#desk");
if (!root) throw new Error("index.html has no #desk");

createRoot(root).render(
  <StrictMode>
    <PersistQueryClientProvider
      client={client}
      // Not awaited: on a bad connection that takes as long as the connection does.
      onSuccess={() => void client.resumePausedMutations()}
      persistOptions={persistOptions}
    >
      <Desk />
    </PersistQueryClientProvider>
  </StrictMode>,
);

// A browser that has the cookie, and has lost what it kept.
if (person === null && !location.hash.startsWith("#sign-in")) {
  server.session().then(beginSession, () => {});
}

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/desk/service-worker.js", { scope: "/desk" });
}
