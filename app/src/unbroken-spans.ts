/** A span of figures or of days, with its unit: `1-2 hours`, `8AM-6PM`, `Mon-Sat`. No telephone number. */
const SPAN =
  /(?<!\) )\b(?:\d\w*-\d\w*(?: (?:hours|days|weeks|inches|feet))?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)-\w{3}\b)/g;

/** What is no text of the page, and where no element may stand. */
const LEFT_ALONE = /(<svg[\s\S]*?<\/svg>|<textarea[\s\S]*?<\/textarea>|<option[\s\S]*?<\/option>)/;

/** Keeps spans in the HTML of a page's body on one line: a browser breaks a line after any hyphen. */
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
