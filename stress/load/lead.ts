/** Unique estimate requests, as the browser sends them. */
import { SITE_NAME, setting } from "../../scripts/settings.ts";
import { type Answer, ask } from "./http.ts";
import type { Random } from "./random.ts";

export interface Lead {
  /** appears in the row and in the mail's subject, and in no other lead */
  name: string;
  /** the Idempotency-Key */
  key: string;
  /** the visitor's IP address */
  address: string;
  row: { visitor_id: string; session_id: string; referrer: string } & Record<string, string>;
  mail: { subject: string; html: string };
  /** all personal data of the visitor */
  values: string[];
}

/** One letter per digit; they form no word on the block lists. */
const LETTERS = "bcdfghjklm";

let count = 0;

/** Returns the next lead, from a new visitor in a new session. */
export function nextLead(random: Random): Lead {
  const digits = String(count++).padStart(8, "0");
  const mark = [...digits].map((digit) => LETTERS[Number(digit)]).join("");
  const name = `Ada Quercus${mark}`;
  const phone = `404-${digits.slice(0, 3)}-${digits.slice(3)}`;
  const email = `${mark}@oakmail.net`;
  const street = `${digits} Peachtree Street`;
  const details = `The oak of ${mark} leans over the garage.`;
  const address = `10.${[16, 8, 0].map((shift) => (count >> shift) & 255).join(".")}`;
  const session = random.uuid();
  const visitor = random.uuid();
  const key = random.uuidOfTime();
  return {
    name,
    key,
    address,
    row: {
      full_name: name,
      email,
      phone,
      message: `Service: Tree Removal\nUrgency: Urgent\nAddress: ${street}\nDetails:\n${details}`,
      site_name: SITE_NAME,
      session_id: session,
      visitor_id: visitor,
      referrer: "",
    },
    mail: {
      subject: `New estimate request from ${name}`,
      html: `<h1>New estimate request</h1><table><tr><td>Name</td><td>${name}</td></tr><tr><td>Phone</td><td>${phone}</td></tr><tr><td>Details</td><td>${details}</td></tr></table>`,
    },
    values: [name, phone, email, street, details, address, session, visitor],
  };
}

/** Saves a lead as supabase-js does. */
export function saveLead(url: string, lead: Lead) {
  const key = setting("ANON_KEY") ?? "";
  return ask(`${url}/rest/v1/site_forms?select=*`, {
    headers: {
      ...headers(lead),
      apikey: key,
      Authorization: `Bearer ${key}`,
      Accept: "application/vnd.pgrst.object+json",
      Prefer: "return=representation",
      "Content-Profile": "public",
    },
    json: lead.row,
  });
}

/** Asks the server for the owner's mail of a saved lead, as the page does; the mail already exists. */
export function sendMail(url: string, lead: Lead) {
  return ask(`${url}/api/send-email`, { headers: headers(lead), json: lead.mail });
}

function headers(lead: Lead) {
  return { "Idempotency-Key": lead.key, "X-Forwarded-For": lead.address };
}

/** Returns the row's id if the response says that the lead is saved. */
export function savedId({ status, text }: Answer): string | undefined {
  if (status !== 201) return undefined;
  const { id } = JSON.parse(text);
  return typeof id === "string" ? id : undefined;
}
