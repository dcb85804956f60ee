import { request } from "./api/server.ts";
import { beginSession, person } from "./api/session.ts";
import { showFailure } from "./sign-in.ts";
import "./desk.css";

if (person !== null) {
  import("./app.tsx").catch(() => showFailure("not-loaded"));
} else if (!location.hash.startsWith("#sign-in")) {
  // A browser that has the cookie, and has lost what it kept.
  request("get", "/session").then(beginSession, () => {});
}

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Not before: it would read all of the desk while the page waits for its part.
  addEventListener("load", () => {
    void navigator.serviceWorker.register("/desk/service-worker.js", { scope: "/desk" });
  });
}
