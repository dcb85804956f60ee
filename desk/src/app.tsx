import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followNotifications, renewPush } from "./data/push.ts";
import { client, persistOptions } from "./data/store.ts";
import { Desk } from "./desk.tsx";

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

followNotifications();
// Without a connection the server knows what it knew.
renewPush().catch(() => {});
