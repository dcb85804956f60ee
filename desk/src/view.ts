import { useSyncExternalStore } from "react";
import type { Period } from "./data/server.ts";

/** What is shown, by the address's fragment. */
export type View =
  | { name: "leads" | "spam" | "mails" | "account" }
  | { name: "figures"; weeks: Period }
  | { name: "search"; text: string }
  | { name: "lead"; id: string }
  | { name: "person"; id: string }
  | { name: "sign-in" };

function parse(fragment: string): View {
  const [, name = "", rest = ""] = /^#(sign-in|[a-z]+)[=/]?(.*)$/.exec(fragment) ?? [];
  switch (name) {
    case "spam":
    case "mails":
    case "account":
    case "sign-in":
      return { name };
    case "figures":
      return { name, weeks: rest === "4" || rest === "52" ? rest : "12" };
    case "search":
      return { name, text: decoded(rest) };
    case "lead":
    case "person":
      return { name, id: decoded(rest) };
    default:
      return { name: "leads" };
  }
}

/** The text of a fragment that somebody may have typed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let fragment = location.hash;
let view = parse(fragment);

function current(): View {
  if (fragment !== location.hash) {
    fragment = location.hash;
    view = parse(fragment);
  }
  return view;
}

export function useView(): View {
  return useSyncExternalStore((listener) => {
    addEventListener("hashchange", listener);
    return () => removeEventListener("hashchange", listener);
  }, current);
}
