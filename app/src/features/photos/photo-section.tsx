import { Button } from "../../components/ui/button";
import { controlStyle } from "../../components/ui/field";
import * as words from "./words";

const places = Array.from({ length: words.MAX_PHOTOS }, (_, place) => place);

/** The section for adding photos: a form that the backend fills in (`backend/src/forms/confirmation.rs`). */
export function PhotoSection() {
  return (
    <section
      id="photos"
      aria-labelledby="photos-heading"
      className="rounded-lg bg-paper-100 p-6 @max-large-text:px-2 md:p-10"
    >
      <h2 id="photos-heading" className="text-lg">
        {words.heading}
      </h2>
      <p data-if="photoForm" className="mt-2">
        {words.text}
      </p>
      <p
        role="alert"
        data-if="photoRefusal"
        data-sent="photoRefusal"
        className="mt-4 border-orange-600 border-l-4 pl-2 font-semibold"
      />
      {/* Asks which request to add photos to, if a link belongs to another request than the browser's own. */}
      <form data-if="photoChoice" action="/contact/photos/link" method="post">
        <h3 className="mt-3 text-base">{words.choice.heading}</h3>
        <p className="mt-2">{words.choice.text}</p>
        <p data-if="address" className="mt-2">
          {words.choice.ownAddress} <strong data-sent="address" />
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" name="choice" value="own" variant="accent">
            {words.choice.own}
          </Button>
          <Button type="submit" name="choice" value="link" variant="outline">
            {words.choice.link}
          </Button>
        </div>
        <p className="mt-4 text-bark-800 text-sm">{words.choice.caution}</p>
      </form>
      <div data-if="photoForm">
        <form action="/contact/photos" method="post" encType="multipart/form-data">
          <ul className="grid-fit-8 grid items-start gap-x-4 gap-y-2 md:grid-cols-3">
            {places.map((place) => (
              <Photo key={place} place={place} />
            ))}
          </ul>
          <p role="status" className="mt-4 font-semibold">
            <span data-if="photoCount">
              <span data-sent="photoCount" /> {words.received}. {words.thanks}
            </span>
          </p>
          <div className="not-noscript:shown-late">
            <label htmlFor="photo" className="mt-4 block font-semibold">
              {words.fieldLabel}
            </label>
            {/* An iPhone converts HEIC to JPEG for a file input that lists accepted types. */}
            <input
              id="photo"
              type="file"
              name="photo"
              accept="image/jpeg,image/png,image/webp"
              multiple
              className={`${controlStyle} mt-1.5 mb-4 py-3`}
            />
            <Button type="submit" variant="accent">
              {words.sendLabel}
            </Button>
          </div>
          <div className="mt-4 flex not-noscript:min-h-13 flex-wrap gap-3">
            <Button hidden data-add="" variant="accent">
              {words.addLabel}
            </Button>
            <Button hidden data-retry="" variant="outline">
              {words.retryLabel}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}

/** The list item of a photo. It is not shown until there is a photo. */
function Photo({ place }: { place: number }) {
  const name = words.nameOf(place + 1);
  return (
    // Without a picture, the message about the photo has the full width.
    <li hidden data-photo={place} className="min-w-0 has-[img[hidden]]:col-span-full">
      <img
        src={words.NO_PICTURE}
        alt={name}
        width="320"
        height="320"
        data-photo={place}
        className="mt-4 aspect-square w-full rounded-md bg-paper-200 object-cover"
      />
      <div
        hidden
        role="progressbar"
        aria-label={name}
        className="mt-3 h-2 overflow-clip rounded-full border border-canopy-700 bg-paper-0"
      >
        <div className="h-full bg-canopy-700 forced-colors:bg-[Highlight]" />
      </div>
      <p hidden className="mt-4 border-orange-600 border-l-4 pl-2 text-sm" />
      <Button
        type="submit"
        name="remove"
        data-photo={place}
        aria-label={words.removalOf(place + 1)}
        variant="outline"
        size="sm"
        className="mt-3"
      >
        {words.removeLabel}
      </Button>
    </li>
  );
}
