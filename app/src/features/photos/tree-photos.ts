import { randomUuid } from "browser/random-uuid";
import { shrinkPhoto } from "browser/shrink-photo";
import { readTab, writeTab } from "../../api/tab-storage";
import { addressOf, sendPhoto } from "./send-photo";
import * as words from "./words";

// Turns the form for photos (`photo-section.tsx`) into one that sends each photo as soon as it is chosen. It
// fills and empties the items of the form's own list.

/** The delay before the first retry. It doubles with each further retry. */
const DELAY_MS = 1_000;

/** The number of retries before the visitor must start the next one. */
const MAX_TRIES = 5;

/** The longest delay before an automatic retry. If the server asks for a longer one, the visitor must retry. */
const MAX_DELAY_MS = 60_000;

const request = document.querySelector("[data-sent=reference]")?.textContent;

/** The key in the tab's storage for the number of photos of this request that were chosen and not sent. */
const UNSENT = `${import.meta.env.VITE_COMPANY_SLUG}-unsent-${request}`;

interface Photo {
  item: HTMLElement;
  name?: string;
  state: "waiting" | "sending" | "sent" | "refused" | "leaving";
  /** The file to send, prepared by `shrinkPhoto`. */
  file?: Promise<Blob>;
  /** Whether the server may have received it. */
  tried: boolean;
}

function takePhotos(input: HTMLInputElement, root: HTMLFormElement): void {
  const list = part(root, "ul");
  const status = part(root, "[role=status]");
  const addButton = part(root, "[data-add]");
  const retryButton = part(root, "[data-retry]");
  const photos = Array.from(
    list.querySelectorAll<HTMLElement>("li:not([hidden])"),
    (item): Photo => ({ item, state: "sent", tried: true }),
  );
  /** The number of photos left unsent on an earlier visit, until others are chosen. */
  let left = Number(readTab(UNSENT));
  let preparation: Promise<unknown> = Promise.resolve();
  let sending = false;
  /** The reason why sending does not progress. */
  let hindrance = "";
  let goOn = () => {};

  function takeChosen(): void {
    const files = Array.from(input.files ?? []);
    // Allows the visitor to choose the same file again.
    input.value = "";
    if (files.length === 0) return;
    left = 0;
    for (const photo of photos.filter(({ state }) => state === "refused")) drop(photo);
    for (const [index, item] of list.querySelectorAll<HTMLElement>("li[hidden]").entries()) {
      const file = files[index];
      if (!file) break;
      // One at a time, because a decoded photo takes much memory.
      const prepared = preparation.then(() => shrinkPhoto(file));
      preparation = prepared;
      const photo: Photo = { item, name: file.name, state: "waiting", tried: false };
      photo.file = prepared.then(({ file, picture }) => {
        if (picture && photos.includes(photo)) part<HTMLImageElement>(item, "img").src = picture;
        return file;
      });
      part<HTMLButtonElement>(item, "button").value = randomUuid();
      item.hidden = false;
      photos.push(photo);
    }
    void sendAll();
  }

  /** Sends the waiting photos one at a time. If an attempt is waiting for its retry, retries now. */
  async function sendAll(): Promise<void> {
    goOn();
    if (sending) return show();
    sending = true;
    hindrance = "";
    let tries = 0;
    for (;;) {
      const photo = photos.find(({ state }) => state === "waiting");
      if (!photo) break;
      photo.state = "sending";
      show();
      const outcome = await send(photo);
      hindrance = "";
      if (outcome.kind === "taken") {
        photo.state = "sent";
        tries = 0;
      } else if (outcome.kind === "refused") {
        photo.state = "refused";
        say(photo, `${photo.name}: ${outcome.reason}`);
      } else {
        photo.state = "waiting";
        const delay = outcome.retryAfterMs ?? DELAY_MS << tries;
        tries += 1;
        if (tries > MAX_TRIES || delay > MAX_DELAY_MS) {
          hindrance = outcome.reason ?? words.stopped;
          break;
        }
        hindrance = words.interrupted;
        show();
        await new Promise<void>((resolve) => {
          goOn = resolve;
          setTimeout(resolve, delay);
        });
      }
    }
    sending = false;
    show();
  }

  async function send(photo: Photo) {
    const file = (await photo.file) ?? new Blob();
    photo.tried = true;
    showProgress(photo, 0);
    return sendPhoto(idOf(photo), file, (share) => showProgress(photo, share));
  }

  async function remove(photo: Photo): Promise<void> {
    const { state } = photo;
    if (state === "leaving" || state === "sending") return;
    // A button that is disabled loses the focus.
    const wasFocused = photo.item.contains(document.activeElement);
    if (photo.tried && state !== "refused") {
      photo.state = "leaving";
      show();
      const gone = await fetch(addressOf(idOf(photo)), { method: "DELETE" }).catch(() => null);
      photo.state = state;
      if (!gone?.ok) {
        say(photo, words.notRemoved);
        return sendAll();
      }
    }
    const place = photos.indexOf(photo);
    drop(photo);
    show();
    const next = photos[place]?.item.querySelector("button") ?? addButton;
    if (wasFocused) next.focus();
    return sendAll();
  }

  function drop(photo: Photo): void {
    const { item } = photo;
    photos.splice(photos.indexOf(photo), 1);
    item.hidden = true;
    part<HTMLImageElement>(item, "img").src = words.NO_PICTURE;
    showProgress(photo, 0);
    say(photo, "");
    list.append(item);
  }

  function show(): void {
    const count = (...states: Photo["state"][]) =>
      photos.filter(({ state }) => states.includes(state)).length;
    for (const [index, { item, state }] of photos.entries()) {
      const name = words.nameOf(index + 1);
      const picture = part<HTMLImageElement>(item, "img");
      const progress = part(item, "[role=progressbar]");
      const button = part<HTMLButtonElement>(item, "button");
      picture.hidden = state === "refused" && picture.src === words.NO_PICTURE;
      picture.alt = name;
      progress.setAttribute("aria-label", name);
      progress.hidden = state !== "waiting" && state !== "sending";
      button.setAttribute("aria-label", words.removalOf(index + 1));
      button.disabled = state === "sending" || state === "leaving";
    }
    const received = count("sent", "leaving");
    const unsent = count("waiting", "sending");
    const refused = count("refused");
    const isFull = received + unsent === words.MAX_PHOTOS;
    const isStopped = unsent > 0 && !sending;
    if (left === 0) writeTab(UNSENT, unsent > 0 ? `${unsent}` : null);
    addButton.hidden = isFull;
    retryButton.hidden = !isStopped;
    const counts = [
      received > 0 && `${received} ${words.received}`,
      unsent > 0 && `${unsent} ${isStopped ? words.waiting : words.onTheWay}`,
      refused > 0 && `${refused} ${words.refused}`,
    ].filter(Boolean);
    const sentences = [
      counts.length > 0 && `${counts.join(", ")}.`,
      received > 0 && counts.length === 1 && left === 0 && words.thanks,
      unsent > 0 && hindrance,
      left > 0 && words.leftUnsent(left),
      isFull && words.full,
    ];
    const text = sentences.filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
  }

  // The field is for browsers without JavaScript.
  (input.parentElement as HTMLElement).hidden = true;
  addButton.addEventListener("click", () => input.click());
  retryButton.addEventListener("click", sendAll);
  input.addEventListener("change", takeChosen);
  list.addEventListener("click", (event) => {
    const photo = photos.find(({ item }) => part(item, "button").contains(event.target as Node));
    if (!photo) return;
    event.preventDefault();
    void remove(photo);
  });
  addEventListener("online", sendAll);
  show();
  // The visitor may have chosen files before this script loaded.
  takeChosen();
}

/** Returns a part of the form, which is always there. */
function part<Part extends HTMLElement = HTMLElement>(root: HTMLElement, selector: string): Part {
  return root.querySelector(selector) as Part;
}

const idOf = ({ item }: Photo) => part<HTMLButtonElement>(item, "button").value;

function showProgress({ item }: Photo, share: number): void {
  const progress = part(item, "[role=progressbar]");
  const percent = Math.round(share * 100);
  progress.setAttribute("aria-valuenow", `${percent}`);
  part(progress, "div").style.width = `${percent}%`;
}

/** Shows a message at a photo, or removes it if the text is empty. */
function say({ item }: Photo, text: string): void {
  const place = part(item, "p");
  place.textContent = text;
  place.hidden = text === "";
}

const input = document.querySelector<HTMLInputElement>("[type=file]");
if (input?.form) takePhotos(input, input.form);
