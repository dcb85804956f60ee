import { request } from "./api/server.ts";
import { beginSession, isSignedIn, onSessionChange, person } from "./api/session.ts";
import { showFailure } from "./sign-in.ts";
import "./desk.css";

function loadDesk() {
  if (isSignedIn()) import("./app.tsx").catch(() => showFailure("not-loaded"));
}

loadDesk();
onSessionChange(loadDesk);
if (person === null && !location.hash.startsWith("#sign-in")) {
  // The browser may still have the cookie after losing its storage.
  request("get", "/session").then(beginSession, () => {});
}

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Not earlier: the service worker downloads the whole desk, and the page needs its own files first.
  addEventListener("load", () => {
    navigator.serviceWorker.register("/desk/service-worker.js", { scope: "/desk" }).catch(() => {});
  });
}
