import { useMutation, useQuery } from "@tanstack/react-query";
import { type PushState, pushState, turnPushOff, turnPushOn } from "../data/push.ts";
import { client, KEYS } from "../data/store.ts";

const TEXTS: Readonly<Record<PushState, string>> = {
  on: "A new request shows on this phone at once: its service and town, nothing else.",
  off: "This phone can show a new request at once: its service and town, nothing else.",
  denied:
    "This browser is told to show no notifications of the desk. Allow them in its settings, and come back.",
  unsupported:
    "This browser shows no notifications. On an iPhone, put the desk on the home screen first (Share, then Add to Home Screen), and open it from there.",
};

/** Whether new leads show on this phone, and the switch for it. */
export function Notifications() {
  const { data: state } = useQuery({
    queryKey: KEYS.push,
    queryFn: pushState,
    networkMode: "always",
    staleTime: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: state === "on" ? turnPushOff : turnPushOn,
    networkMode: "always",
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.push }),
  });
  return (
    <section aria-labelledby="notifications" className="px-4 pb-8">
      <h2 id="notifications">Notifications</h2>
      <p className="mt-1 min-h-12">{state && TEXTS[state]}</p>
      {(state === "on" || state === "off") && (
        <button
          className="button mt-3 w-full"
          data-strong={state === "off" || undefined}
          disabled={isPending}
          onClick={() => mutate()}
          type="button"
        >
          {state === "on" ? "Stop notifications" : "Show new requests"}
        </button>
      )}
      {error && (
        <p className="mt-3 font-semibold text-orange-600" role="alert">
          {error.message}
        </p>
      )}
    </section>
  );
}
