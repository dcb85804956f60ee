import { useEffect, useState } from "react";
import { useAction } from "../../data/answers.ts";
import { type PushState, pushState, turnPushOff, turnPushOn } from "../../data/push.ts";
import { Button } from "../../parts/button.tsx";

const TEXTS: Readonly<Record<PushState, string>> = {
  on: "A new request, and who is due, show on this phone at once: service and town, nothing else.",
  off: "This phone can show a new request, and who is due, at once: service and town, nothing else.",
  denied:
    "This browser is told to show no notifications of the desk. Allow them in its settings, and come back.",
  unsupported:
    "This browser shows no notifications. On an iPhone, put the desk on the home screen first (Share, then Add to Home Screen), and open it from there.",
};

/** Whether new leads show on this phone, and the switch for it. */
export function Notifications() {
  const [state, setState] = useState<PushState>();
  const look = async () => setState(await pushState());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view is opened.
  useEffect(() => void look(), []);
  const { run, isPending, error } = useAction(async () => {
    try {
      await (state === "on" ? turnPushOff() : turnPushOn());
    } finally {
      await look();
    }
  });
  return (
    <section aria-labelledby="notifications" className="px-4 pb-8">
      <h2 id="notifications">Notifications</h2>
      <p className="mt-1 min-h-12">{state && TEXTS[state]}</p>
      {(state === "on" || state === "off") && (
        <Button
          className="button mt-3 w-full"
          data-strong={state === "off" || undefined}
          disabled={isPending}
          onClick={() => run()}
        >
          {state === "on" ? "Stop notifications" : "Show new requests"}
        </Button>
      )}
      {error && (
        <p className="problem mt-3" role="alert">
          {error.message}
        </p>
      )}
    </section>
  );
}
