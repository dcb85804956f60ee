import { business, type PhoneNumber as Shown } from "../content/business";

/** A telephone number, in one line whatever the size of the text. */
export function PhoneNumber({ number = business.phone }: { number?: Shown }) {
  return <span className="phone-number">{number.display}</span>;
}
