import { business } from "../content/business";
import type { NavigationLink } from "../content/navigation";
import { SampleMark } from "./sample-mark";

/** The license numbers and policies that the owner has entered, so that visitors can check them. */
export function Papers() {
  const { licenseNumber, isaNumbers, insurance, insuranceCertificate } = business;
  const papers: { name: string; text?: string; link?: NavigationLink }[] = [
    ...(licenseNumber ? [{ name: "Business license", text: licenseNumber }] : []),
    ...isaNumbers.map(({ holder, number, check }) => ({
      name: `ISA certified arborist, ${holder}`,
      text: number,
      link: { label: "Check it", to: check },
    })),
    ...insurance.map(({ covers, insurer }) => ({ name: covers, text: insurer })),
    ...(insuranceCertificate
      ? [{ name: "Certificate of insurance", link: { label: "PDF", to: insuranceCertificate } }]
      : []),
  ];
  if (papers.length === 0) return null;
  return (
    <dl className="mt-4 grid gap-3 border-canopy-700 border-l-4 pl-5">
      {papers.map(({ name, text, link }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="font-bold text-canopy-700">
            {text}
            {text && <SampleMark of={text} />}{" "}
            {link && (
              <a href={link.to} className="font-semibold underline underline-offset-4">
                {link.label}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
