/** Formats an amount in cents: "$1,850", "$1,850.50". */
export function amountInWords(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: digits })}`;
}
