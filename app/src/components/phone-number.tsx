import { business, type PhoneNumber as Shown } from "../content/business";

/** A phone number that stays on one line at any text size. */
export function PhoneNumber({ number = business.phone }: { number?: Shown }) {
  return <span className="phone-number">{number.display}</span>;
}
