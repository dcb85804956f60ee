import { phoneDigits } from "browser/phone-digits.ts";
import company from "../../../company.json" with { type: "json" };
import { homeCity, homeState } from "./areas.ts";

/** A North American phone number: as people read it, and as a `tel:` link dials it. */
export interface PhoneNumber {
  display: string;
  href: `tel:+1${string}`;
}

/** The company's address for visits and letters. `state` is a postal code: `GA`. */
export type Address = Record<"street" | "city" | "state" | "zip", string>;

/** The days of the week, in the order of the ranges in `company.json`. */
export const daysOfWeek = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

function phoneNumber(display: string): PhoneNumber {
  return { display, href: `tel:+1${phoneDigits(display)}` };
}

/** Returns the office hours: the days, and hours of the day from 0 to 24. */
function hours({ from, to, opens, closes }: typeof company.hours) {
  const names: readonly string[] = daysOfWeek;
  const clock = (hour: number) => `${hour % 12 || 12}${hour % 24 < 12 ? "AM" : "PM"}`;
  return {
    days: daysOfWeek.slice(names.indexOf(from), names.indexOf(to) + 1),
    opens,
    closes,
    display: `${from.slice(0, 3)}-${to.slice(0, 3)} ${clock(opens)}-${clock(closes)}`,
  };
}

/** The company's facts from `company.json`, and its standing phrases. */
export const business = {
  name: company.name,
  shortName: company.shortName,
  /** The part of the full name that the short name leaves out. */
  trade: company.name.replace(company.shortName, "").trim(),
  founded: company.founded,
  mission: "Our Mission Always Your Satisfaction",
  serving: `Serving ${homeCity}, ${homeState.code} and surrounding counties`,
  /** The line about the service at every hour, if there is one. */
  emergencyService: company.emergencyService ? "24/7 Emergency Services" : null,
  /** The number that every call button dials. */
  phone: phoneNumber(company.phone),
  // Pages leave out the facts that the owner has not filled in.
  /** Shown on the storm-damage page. Its button dials the main number. */
  emergencyPhone: company.emergencyPhone === null ? null : phoneNumber(company.emergencyPhone),
  address: company.address as Address | null,
  /** The languages that are spoken on the phone. */
  languages: company.languages as readonly string[],
  /** The certified arborists' numbers, and the pages where anybody can check them. */
  isaNumbers: company.isaNumbers as readonly Record<"holder" | "number" | "check", string>[],
  /** The insured risks, with their amounts and insurers. */
  insurance: company.insurance as readonly Record<"covers" | "insurer", string>[],
  /** The address of the certificate of insurance, a PDF. */
  insuranceCertificate: company.insuranceCertificate as string | null,
  /** The websites where customers review the company. */
  reviewSources: company.reviewSources as readonly Record<"name" | "href", string>[],
  email: company.email,
  /** The number on the company's business license. */
  licenseNumber: company.licenseNumber,
  /** The time zone of the hours: an IANA name. */
  timeZone: company.timeZone,
  hours: hours(company.hours),
  /** The hours within which a request for an estimate is answered. */
  replyWithinHours: company.replyWithinHours,
  social: company.social,
  /** The words of alternative texts for lime-400 (vests, ropes, the door) and canopy-700 (machines). */
  colorWords: company.colorWords,
};
