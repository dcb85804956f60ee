import { expect, test } from "vitest";
import { areaName, areas } from "../../src/content/areas";
import { business } from "../../src/content/business";
import { founders } from "../../src/content/founders";
import { testimonials } from "../../src/content/testimonials";
import { faqCategories } from "../../src/routes/faq/content";
import { all, pageAt, paths, site, unlistedPaths } from "./built-site";

interface Thing {
  "@type": string;
  [property: string]: unknown;
}

const scriptsOf = (path: string) =>
  all(path, 'script[type="application/ld+json"]').map(({ rawText }) => rawText);

function thingsOf(path: string): Thing[] {
  return scriptsOf(path).flatMap((script) => {
    const graph = JSON.parse(script) as { "@context": string; "@graph": Thing[] };
    expect(graph["@context"]).toBe("https://schema.org");
    return graph["@graph"];
  });
}

const thingOf = (path: string, type: string) =>
  thingsOf(path).find((thing) => thing["@type"] === type);

const typesOf = (path: string) => thingsOf(path).map((thing) => thing["@type"]);

const services = paths.filter((path) => path.startsWith("/services/"));

test.each(paths)("%s names the business, with area and hours", (path) => {
  expect(scriptsOf(path)).toHaveLength(1);
  const thing = thingOf(path, "HomeAndConstructionBusiness");
  expect(thing).toMatchObject({
    "@id": `${site}/#business`,
    name: business.name,
    url: `${site}/`,
    telephone: business.phone.href.replace("tel:", ""),
    email: business.email,
    image: `${site}/share.png`,
    foundingDate: `${business.founded}`,
    founder: founders.map(({ name }) => ({ "@type": "Person", name })),
    openingHoursSpecification: {
      dayOfWeek: business.hours.days,
      opens: `${`${business.hours.opens}`.padStart(2, "0")}:00`,
      closes: `${`${business.hours.closes}`.padStart(2, "0")}:00`,
    },
  });
  const served = (thing?.areaServed as { name: string }[] | undefined)?.map(({ name }) => name);
  expect(served).toEqual(areas.map(areaName));
  expect(Boolean(thing?.address)).toBe(Boolean(business.address));
});

test("the reviews' page alone holds the reviews and their rating, as it shows them", () => {
  expect(paths.filter((path) => /aggregateRating|"Review"/.test(scriptsOf(path).join()))).toEqual([
    "/testimonials",
  ]);
  const thing = thingOf("/testimonials", "HomeAndConstructionBusiness");
  const text = pageAt("/testimonials")?.document.text ?? "";
  expect(thing?.aggregateRating).toMatchObject({ reviewCount: testimonials.length });
  const shown = thing?.aggregateRating as Record<string, number> | undefined;
  expect(text).toContain(`${shown?.ratingValue}/${shown?.bestRating}`);
  const reviews = thing?.review as {
    author: { name: string };
    reviewBody: string;
    reviewRating: { ratingValue: number };
  }[];
  expect(reviews).toHaveLength(testimonials.length);
  const sum = reviews.reduce((total, { reviewRating }) => total + reviewRating.ratingValue, 0);
  expect(shown?.ratingValue).toBeCloseTo(sum / reviews.length, 1);
  for (const { author, reviewBody } of reviews) {
    expect(text).toContain(author.name);
    expect(text).toContain(reviewBody);
  }
});

test("the range of the prices is that of the guide, and stands where there is one", () => {
  const prices = (pageAt("/services")?.document.getElementById("prices")?.text ?? "").matchAll(
    /\$(\d{1,3}(?:,\d{3})*)/g,
  );
  const dollars = [...prices].map(([, amount = ""]) => Number(amount.replace(",", "")));
  const [from, to] = [Math.min(...dollars), Math.max(...dollars)].map((it) =>
    it.toLocaleString("en-US"),
  );
  const thing = thingOf("/", "HomeAndConstructionBusiness");
  expect(thing?.priceRange).toBe(dollars.length > 0 ? `$${from}-$${to}` : undefined);
});

test.each(paths)("nothing that %s says can end its script early", (path) => {
  expect(scriptsOf(path).join()).not.toMatch(/[<>&]/);
});

test("the five service pages, and no others, offer a service of the business", () => {
  expect(services).toHaveLength(5);
  expect(paths.filter((path) => typesOf(path).includes("Service"))).toEqual(services);
  const names = services.map((path) => {
    const service = thingOf(path, "Service");
    expect(service).toMatchObject({
      provider: { "@id": `${site}/#business` },
      url: `${site}${path}`,
      description: expect.any(String),
      serviceType: expect.any(String),
    });
    expect(service?.areaServed).toHaveLength(areas.length);
    return service?.name;
  });
  expect(names).toEqual([
    "Tree Removal",
    "Tree Pruning",
    "Storm Damage",
    "Cleanup",
    "Stump Grinding",
  ]);
});

test("the questions page alone holds the questions, in the words and at the anchors it shows", () => {
  expect(paths.filter((path) => typesOf(path).includes("FAQPage"))).toEqual(["/faq"]);
  const items = Object.values(faqCategories).flatMap((answers) => Object.entries(answers));
  expect(items).toHaveLength(12);
  expect(thingOf("/faq", "FAQPage")?.mainEntity).toEqual(
    items.map(([question, { id, answer }]) => ({
      "@type": "Question",
      "@id": `${site}/faq#${id}`,
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  );
  const page = pageAt("/faq")?.document;
  for (const [question, { id, answer }] of items) {
    const anchor = page?.getElementById(id);
    const text = (anchor?.closest("details") ?? anchor)?.text ?? "";
    expect(text, `#${id}`).toContain(question);
    expect(text, `#${id}`).toContain(answer);
  }
});

test.each(paths)("%s says how it is reached from the home page", (path) => {
  const way = thingOf(path, "BreadcrumbList")?.itemListElement as
    | { position: number; name: string; item: string }[]
    | undefined;
  if (path === "/" || unlistedPaths.includes(path)) {
    expect(way).toBeUndefined();
    return;
  }
  const steps = way?.map(({ item }) => new URL(item).pathname);
  expect(steps).toEqual(["/", ...(path.startsWith("/services/") ? ["/services"] : []), path]);
  way?.forEach(({ position, name, item }, index) => {
    expect(position).toBe(index + 1);
    expect(name).toBeTruthy();
    expect(new URL(item).origin).toBe(site);
  });
});
