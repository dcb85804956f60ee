/**
 * The rules of an estimate request in zod 4, with the WebAssembly package's interface, so a form
 * behaves the same with either. The bundler replaces names that begin with `__`: the form's fields,
 * the lists as patterns, and the company's facts.
 */
import * as z from "zod";

const COOLDOWN_MS = 30_000;

const insensitive = (pattern) => new RegExp(pattern, "i");
const blockedEmail = __EMAIL_BLOCKLIST__.map(insensitive);
const promotion = __PROMOTIONAL_PHRASES__.map(insensitive);

const isIn = (text) => (pattern) => pattern.test(text);
const found = (text, patterns) => patterns.find(isIn(text)).exec(text)[0];

const required = z.string().regex(/\S/, { error: "missing-information" });

const fields = Object.entries(__FIELDS__).map(([name, field]) => [
  name,
  field.required ? required : z.string(),
]);

const Estimate = z.object({
  ...Object.fromEntries(fields),
  email: z.string().refine((email) => !blockedEmail.some(isIn(email)), { error: "blocked-email" }),
  message: z.string().refine((message) => !promotion.some(isIn(message)), {
    error: "promotional-message",
  }),
});

/** The texts by code. */
const TEXTS = {
  "missing-information": ["Missing Information", "Please fill in all required fields."],
  "blocked-email": [
    "Invalid email address",
    "Your email address is not allowed. Please use a valid business or personal email.",
  ],
  "promotional-message": [
    "Message not allowed",
    "Your message appears to contain promotional content. Please try again.",
  ],
  cooldown: ["Slow down!", "Please wait a few seconds before submitting again."],
};

function rejection(code, field, finding = "", retryAfterSeconds = null) {
  const [title, text] = TEXTS[code];
  return { code, title, text, field, retryAfterSeconds, finding };
}

/** The sentence that names the cause and the remedy, by code, in the order of the checks. */
const FINDINGS = {
  "missing-information": (_, issues) =>
    `Still empty: ${issues.map(({ path }) => __FIELDS__[path[0]].label).join(", ")}.`,
  "blocked-email": ({ email }) =>
    `“${found(email, blockedEmail)}” is not allowed in it. You may leave it empty: we call you back.`,
  "promotional-message": ({ message }) =>
    `“${found(message, promotion)}” looks like advertising. Say it in other words, or call us.`,
};

/** Checks only the fields. */
export function validate(estimate) {
  const { success, error } = Estimate.safeParse(estimate);
  if (success) return undefined;
  for (const [code, finding] of Object.entries(FINDINGS)) {
    const issues = error.issues.filter(({ message }) => message === code);
    if (issues.length > 0) return rejection(code, issues[0].path[0], finding(estimate, issues));
  }
}

/** Makes all checks in order; if they pass, records the time of the submission. */
export function prepareSubmission(estimate, mayStore) {
  const refused = validate(estimate) ?? checkCooldown(mayStore);
  if (refused) return { verdict: "rejected", rejection: refused };
  return { verdict: "accepted", lead: lead(estimate), ownerEmail: ownerEmail(estimate) };
}

const LAST_SUBMISSION = `${__SLUG__}-last-submission`;

let lastSubmission;

function checkCooldown(mayStore) {
  const now = Date.now();
  const last = (mayStore && stored()) || lastSubmission;
  const age = now - last;
  if (age >= 0 && age < COOLDOWN_MS) {
    return rejection("cooldown", null, "", Math.ceil((COOLDOWN_MS - age) / 1000));
  }
  lastSubmission = now;
  try {
    if (mayStore) localStorage.setItem(LAST_SUBMISSION, String(now));
  } catch {
    // The storage is full or blocked; the page's memory keeps the time.
  }
}

function stored() {
  try {
    return Number(localStorage.getItem(LAST_SUBMISSION));
  } catch {
    return undefined;
  }
}

const URGENCIES = {
  routine: "Routine",
  "within-week": "Within a week",
  urgent: "Urgent",
  emergency: "Emergency",
};

const urgencyLabel = ({ urgency }) => URGENCIES[urgency.trim()] ?? urgency;

const fullName = ({ firstName, lastName }) => `${firstName.trim()} ${lastName.trim()}`;

/** Two spaces follow a line break, so no address can look like a label. */
const labelled = (label, value) => `${label}: ${value.trim().replace(/\r?\n/g, "\n  ")}\n`;

function lead(estimate) {
  return {
    full_name: fullName(estimate),
    email: estimate.email.trim() || __PLACEHOLDER_EMAIL__,
    phone: estimate.phone.trim(),
    message:
      labelled("Service", estimate.service) +
      labelled("Urgency", urgencyLabel(estimate)) +
      labelled("Address", estimate.address) +
      `Details:\n${estimate.message}`,
    site_name: __SITE_NAME__,
  };
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text) =>
  text
    .trim()
    .replace(/[&<>"']/g, (character) => ENTITIES[character])
    .replaceAll("\n", "<br>\n");

const link = (address, text) => `<a href="${escaped(address)}">${escaped(text)}</a>`;

function ownerEmail(estimate) {
  const { phone, email, address, service, message } = estimate;
  const rows = [
    ["Name", escaped(fullName(estimate))],
    ["Phone", link(`tel:${phone.replace(/(?!^\+)\D/g, "")}`, phone)],
    ["Email", email.trim() ? link(`mailto:${email.trim()}`, email) : "Not provided"],
    ["Property address", escaped(address)],
    ["Service", escaped(service)],
    ["Urgency", escaped(urgencyLabel(estimate))],
    ["Project details", escaped(message) || "No details were given."],
  ];
  const subject = `New estimate request from ${fullName(estimate)} (${service.trim()}, ${urgencyLabel(estimate)})`;
  const table = rows
    .map(([label, value]) => `<tr><th align="left">${label}</th><td>${value}</td></tr>\n`)
    .join("");
  return {
    subject: subject.replace(/\s+/g, " "),
    html: `<h1>New estimate request</h1>\n<table cellpadding="6">\n${table}</table>\n`,
  };
}
