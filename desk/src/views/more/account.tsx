import { useEffect, useState } from "react";
import { request } from "../../api/server.ts";
import { person, signOut } from "../../api/session.ts";
import { refreshQueries, useMutation, useQuery } from "../../data/queries.ts";
import { clearPhone } from "../../data/store.ts";
import { removePhoto, useUnsentPhotos } from "../../data/unsent-photos.ts";
import { useUnsentInWords } from "../../data/use-leads.ts";
import {
  endSubscription,
  type PushState,
  pushState,
  turnPushOff,
  turnPushOn,
} from "../../page/push.ts";
import { Field } from "../../parts/fields.tsx";
import { Button, Problem } from "../../parts/form.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { timeInWords } from "../../words/time.ts";

/** The signed-in person, the switch for notifications, the calendar's URL, and signing out. */
export default function AccountView() {
  const unsent = useUnsentInWords();
  const photos = useUnsentPhotos();
  const leave = useMutation(async (everywhere: boolean) => {
    await signOut(everywhere);
    await clearPhone();
    for (const photo of photos) await removePhoto(photo);
    // A failure does no harm: the server has removed the subscription.
    await endSubscription().catch(() => {});
    history.replaceState(null, "", location.pathname);
    location.reload();
  });
  return (
    <>
      <ViewHeading name="account">{person}</ViewHeading>
      <Notifications />
      <Calendar />
      <div className="grid gap-3 px-4">
        <p>Signing out removes the leads and photos from this device.</p>
        {unsent && <p className="problem">{unsent} on this phone alone, and would be lost.</p>}
        {photos.length > 0 && <p className="problem">Photos that are not sent would be lost.</p>}
        <Button onClick={() => leave.run(false)}>Sign out</Button>
        <Button onClick={() => leave.run(true)}>Sign out everywhere</Button>
        <Problem>{leave.error && `Still signed in: ${leave.error.message}`}</Problem>
      </div>
    </>
  );
}

const PUSH_IN_WORDS: Readonly<Record<PushState, string>> = {
  on: "New requests, and leads that are due, show on this device at once: service and town, nothing else.",
  off: "This device can show new requests, and leads that are due, at once: service and town, nothing else.",
  denied:
    "This browser is told to show no notifications of the desk. Allow them in its settings, and come back.",
  unsupported:
    "This browser shows no notifications. On an iPhone, put the desk on the home screen first (Share, then Add to Home Screen), and open it from there.",
};

function Notifications() {
  const [state, setState] = useState<PushState>();
  const refresh = async () => setState(await pushState());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view is opened.
  useEffect(() => void refresh(), []);
  const { run, isPending, error } = useMutation(async () => {
    try {
      await (state === "on" ? turnPushOff() : turnPushOn());
    } finally {
      await refresh();
    }
  });
  return (
    <section aria-labelledby="notifications" className="grid gap-3 px-4 pb-8">
      <h2 id="notifications">Notifications</h2>
      <p className="min-h-12">{state && PUSH_IN_WORDS[state]}</p>
      {(state === "on" || state === "off") && (
        <Button
          data-strong={state === "off" || undefined}
          disabled={isPending}
          onClick={() => run()}
        >
          {state === "on" ? "Turn off notifications" : "Turn on notifications"}
        </Button>
      )}
      <Problem>{error?.message}</Problem>
    </section>
  );
}

/** The private URL at which a calendar app reads the visits. */
function Calendar() {
  const { data } = useQuery("calendar", () => request("get", "/calendar"));
  const [url, setUrl] = useState("");
  const { run, isPending, error } = useMutation(async (method: "post" | "delete") => {
    setUrl("");
    if (method === "post") setUrl((await request("post", "/calendar")).url);
    else await request("delete", "/calendar");
    refreshQueries("calendar");
  });
  const since = data?.since;
  return (
    <section aria-labelledby="calendar" className="grid gap-3 px-4 pb-8">
      <h2 id="calendar">Visits in your calendar</h2>
      <p>
        Subscribe your calendar to a private link: it shows all visits, and follows their changes.
        {since && ` Your link was made ${timeInWords(since)}.`}
      </p>
      {url && (
        <>
          <a className="button" data-strong href={url.replace(/^https?:/, "webcal:")}>
            Subscribe on this phone
          </a>
          <Field label="Your link, shown only now" onType={() => {}} readOnly value={url} />
          <p>It shows the names, addresses and notes of all visits: keep it to yourself.</p>
        </>
      )}
      <Button disabled={isPending} onClick={() => run("post")}>
        {since ? "Replace the link" : "Create a link"}
      </Button>
      {since && (
        <Button disabled={isPending} onClick={() => run("delete")}>
          Remove the link
        </Button>
      )}
      <Problem>{error?.message}</Problem>
    </section>
  );
}
