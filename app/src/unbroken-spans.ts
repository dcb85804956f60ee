/** A range of numbers or days, with its unit: `1-2 hours`, `8AM-6PM`, `Mon-Sat`. It does not match phone numbers. */
const SPAN =
  /(?<!\) )\b(?:\d\w*-\d\w*(?: (?:hours|days|weeks|inches|feet))?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)-\w{3}\b)/g;

/** The parts of the HTML that are not the page's text or that must not contain elements. */
const LEFT_ALONE = /(<svg[\s\S]*?<\/svg>|<textarea[\s\S]*?<\/textarea>|<option[\s\S]*?<\/option>)/;

/** Keeps ranges in the HTML of a page's body on one line. Browsers may break a line after any hyphen. */
export function withUnbrokenSpans(body: string): string {
  return body
    .split(LEFT_ALONE)
    .map((part) =>
      LEFT_ALONE.test(part)
        ? part
        : part.replace(/(?:^|>)[^<]+/g, (text) =>
            text.replace(SPAN, '<span class="unbroken">$&</span>'),
          ),
    )
    .join("");
}
