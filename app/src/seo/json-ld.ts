import type * as schema from "schema-dts";
import { areaName, areas, stateNames } from "../content/areas";
import { type Address, business, daysOfWeek } from "../content/business";
import { founders } from "../content/founders";
import { menuNavigation, type NavigationLink } from "../content/navigation";
import { dollars, wholeRange } from "../content/prices";
import { averageRating, bestRating, testimonials } from "../content/testimonials";
import { type PageMeta, pages } from "../pages";
import { type FaqAnswer, faqCategories } from "../routes/faq/content";
import { address, pageAddress, shareImage } from "./addresses";

const businessId = address("/#business");

const { days, opens, closes } = business.hours;
const officeHours = openingHours(days, fullHour(opens), fullHour(closes));

/** The hours in which somebody answers emergency calls. */
const emergencyHours = business.emergencyService
  ? openingHours(daysOfWeek, "00:00", "23:59")
  : officeHours;

const SERVICES = "/services/";

/** The pages' labels in the menu. The label of a group is its overview's. */
const labels: ReadonlyMap<string, string> = new Map(
  menuNavigation
    .flatMap((item): NavigationLink[] =>
      "links" in item ? [...item.links, { label: item.label, to: item.under }] : [item],
    )
    .map(({ label, to }) => [to, label]),
);

/** Returns the structured data of a page: the business, and the page's own data. */
export function jsonLd(page: PageMeta): schema.Graph {
  const things = [
    localBusiness(page),
    page.path.startsWith(SERVICES) ? service(page) : undefined,
    page === pages.faq ? faqPage() : undefined,
    breadcrumbs(page),
  ];
  return {
    "@context": "https://schema.org",
    "@graph": things.filter((thing) => thing !== undefined),
  };
}

/** Returns the company as far as the pages show it. The page of reviews adds them and their average. */
function localBusiness(page: PageMeta): schema.HomeAndConstructionBusiness {
  return {
    "@type": "HomeAndConstructionBusiness",
    "@id": businessId,
    name: business.name,
    description: pages.home.description,
    slogan: business.mission,
    url: address("/"),
    telephone: telephone(business.phone.href),
    email: business.email,
    image: shareImage,
    logo: address("/icon-512.png"),
    foundingDate: `${business.founded}`,
    founder: founders.map(({ name, role }) => ({ "@type": "Person", name, jobTitle: role })),
    areaServed: areasServed(),
    openingHoursSpecification: officeHours,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "emergency",
      telephone: telephone((business.emergencyPhone ?? business.phone).href),
      hoursAvailable: emergencyHours,
    },
    sameAs: [...business.social, ...business.reviewSources].map(({ href }) => href),
    ...(business.address ? { address: postalAddress(business.address) } : {}),
    ...(business.languages.length > 0 ? { knowsLanguage: business.languages } : {}),
    ...(wholeRange ? { priceRange: wholeRange.map(dollars).join("-") } : {}),
    ...(page === pages.testimonials ? reviewed() : {}),
  };
}

function postalAddress({ street, city, state, zip }: Address): schema.PostalAddress {
  return {
    "@type": "PostalAddress",
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode: zip,
    addressCountry: "US",
  };
}

function reviewed(): { aggregateRating: schema.AggregateRating; review: schema.Review[] } {
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: averageRating,
      bestRating,
      reviewCount: testimonials.length,
    },
    review: testimonials.map(({ id, name, rating, text, date }) => ({
      "@type": "Review",
      "@id": address(`${pages.testimonials.path}#${id}`),
      author: { "@type": "Person", name },
      datePublished: date,
      reviewBody: text,
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating },
    })),
  };
}

function service(page: PageMeta): schema.Service {
  const { path, description } = page;
  return {
    "@type": "Service",
    "@id": `${address(path)}#service`,
    name: labels.get(path),
    serviceType: labels.get(path),
    description,
    url: pageAddress(page),
    provider: { "@id": businessId },
    areaServed: areasServed(),
    ...(page === pages["storm-damage"] ? { hoursAvailable: emergencyHours } : {}),
  };
}

function faqPage(): schema.FAQPage {
  return {
    "@type": "FAQPage",
    "@id": address(pages.faq.path),
    mainEntity: Object.values(faqCategories)
      .flatMap(Object.entries<FaqAnswer>)
      .map(([question, { id, answer }]) => ({
        "@type": "Question",
        "@id": address(`${pages.faq.path}#${id}`),
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
  };
}

/** Returns the path from the home page. The home page needs none, and the 404 page has no location. */
function breadcrumbs(page: PageMeta): schema.BreadcrumbList | undefined {
  const { path } = page;
  if (page === pages.home || !pageAddress(page)) return undefined;
  const way = [...labels.keys()].filter(
    (step) => step === "/" || path === step || path.startsWith(`${step}/`),
  );
  return {
    "@type": "BreadcrumbList",
    itemListElement: way
      .sort((one, other) => one.length - other.length)
      .map((step, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: labels.get(step),
        item: address(step),
      })),
  };
}

function areasServed(): (schema.AdministrativeArea | schema.City)[] {
  return areas.map((area) => ({
    "@type": area.kind === "county" ? "AdministrativeArea" : "City",
    name: areaName(area),
    containedInPlace: { "@type": "State", name: stateNames[area.state] },
  }));
}

function openingHours(
  dayOfWeek: readonly (typeof daysOfWeek)[number][],
  opens: string,
  closes: string,
): schema.OpeningHoursSpecification {
  return { "@type": "OpeningHoursSpecification", dayOfWeek, opens, closes };
}

function fullHour(hour: number): string {
  return `${hour}:00`.padStart(5, "0");
}

function telephone(href: `tel:${string}`): string {
  return href.slice("tel:".length);
}
