import { request } from "./api/server.ts";
import { beginSession, person } from "./api/session.ts";
import { showFailure } from "./sign-in.ts";
import "./desk.css";

if (person !== null) {
  import("./app.tsx").catch(() => showFailure("not-loaded"));
} else if (!location.hash.startsWith("#sign-in")) {
  // The browser may still have the cookie after losing its storage.
  request("get", "/session").then(beginSession, () => {});
}

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Not earlier: the service worker downloads the whole desk, and the page needs its own files first.
  addEventListener("load", () => {
    void navigator.serviceWorker.register("/desk/service-worker.js", { scope: "/desk" });
  });
}
