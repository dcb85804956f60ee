import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areaLabel, areas, townLabel } from "../../src/content/areas";
import { business } from "../../src/content/business";
import { founders } from "../../src/content/founders";
import { pictureAlt } from "../../src/content/pictures";
import { grindingDepth, responseTimes } from "../../src/content/promises";
import { figures } from "../../src/content/statistics";
import { averageRating, bestRating, testimonials } from "../../src/content/testimonials";
import { fieldNames } from "../../src/features/estimate/estimate-fields";
import * as about from "../../src/routes/about/content";
import * as cleanup from "../../src/routes/cleanup/content";
import * as contact from "../../src/routes/contact/content";
import * as sent from "../../src/routes/contact/sent/content";
import * as faq from "../../src/routes/faq/content";
import * as home from "../../src/routes/home/content";
import * as portfolio from "../../src/routes/portfolio/content";
import * as services from "../../src/routes/services/content";
import * as storm from "../../src/routes/storm-damage/content";
import * as stump from "../../src/routes/stump-grinding/content";
import * as pruning from "../../src/routes/tree-pruning/content";
import * as removal from "../../src/routes/tree-removal/content";
import { all, listedPaths, paths } from "./built-site";

// The elements, and their numbers, that docs/product.md, sections 2, 5, and 9, lists for the pages.

type Element = ReturnType<typeof all>[number];

const textOf = ({ text }: { text: string }) => text.replace(/\s+/g, " ").trim();

const textsOf = (path: string, selector: string) => all(path, selector).map(textOf);

const pageText = (path: string) => textsOf(path, "main").join();

/** Returns the titles on a page: of sections, cards, and facts. */
const titlesOf = (path: string) => textsOf(path, "main :is(h1, h2, h3, dt, th)");

/** Returns the smallest section of a page that has a heading. */
function sectionOf(path: string, heading: string): Element | undefined {
  return all(path, "main :is(section, aside)")
    .filter((section) => section.querySelectorAll("h2").some((it) => textOf(it) === heading))
    .at(-1);
}

const isTo = (target: string) => (link: Element) => link.getAttribute("href")?.startsWith(target);

const mainLinks = (path: string, target: string) => all(path, "main a[href]").filter(isTo(target));

/** Returns the entries of a navigation that are visible before anything is opened. */
const entriesOf = (path: string, navigation: string) =>
  all(path, `${navigation} > ul > li`).map((it) => {
    const entry = it.querySelector("a, summary");
    return entry && textOf(entry);
  });

const call = business.phone.href;

test.each(paths)("%s has the header: the way home, the navigation, the number", (path) => {
  const [logo] = all(path, "header a");
  expect(logo?.getAttribute("href")).toBe("/");
  expect(logo && textOf(logo)).toContain(business.shortName);
  expect(entriesOf(path, "header nav[aria-label=Main]")).toEqual([
    "Home",
    "About Us",
    "Our Services",
    "Latest Projects",
    "Reviews",
    "Free Quote",
  ]);
  expect(entriesOf(path, "header dialog nav")).toEqual([
    "Home",
    "About Us",
    "Our Services",
    "Portfolio",
    "Testimonials",
    "FAQ",
    "Contact",
  ]);
  expect(textsOf(path, `header a[href="${call}"]`)).toContain(`Call ${business.phone.display}`);
});

test.each(paths)(
  "%s has the footer: mission, number, services, areas, profiles, pages, year",
  (path) => {
    const text = textsOf(path, "footer").join();
    for (const words of [
      business.shortName,
      "Our Mission Always Your Satisfaction",
      `Serving ${areas[0] && areaLabel(areas[0])} and surrounding counties`,
      business.emergencyService ?? "",
    ]) {
      expect(text).toContain(words);
    }
    // The year of the build, which the page's script replaces.
    expect(text.replace(/© 20\d\d /, "© ")).toContain(`© ${business.name}`);
    expect(all(path, `footer a[href="${call}"]`)).toHaveLength(1);
    expect(textsOf(path, "footer nav a")).toEqual([
      "Tree Removal",
      "Tree Pruning",
      "Tree Trimming",
      "Storm Damage",
      "Stump Grinding",
      "Land Care",
    ]);
    expect(textsOf(path, "footer li")).toEqual(expect.arrayContaining(areas.map(areaLabel)));
    for (const { href } of business.social) {
      expect(all(path, `footer a[href="${href}"]`)).toHaveLength(1);
    }
    for (const [label, to] of Object.entries({
      FAQ: "/faq",
      Contact: "/contact",
      Services: "/services",
      Reviews: "/testimonials",
    })) {
      expect(textsOf(path, `footer a[href="${to}"]`)).toContain(label);
    }
  },
);

const named: Record<string, readonly string[]> = {
  "/about": ["Family Values", "Excellence", "Reliability", "Safety First"],
  "/services/tree-removal": [
    ...["Dead or diseased", "Hazardous positioning", "Storm damage"],
    ...["Assessment", "Planning", "Removal", "Cleanup"],
  ],
  "/services/tree-pruning": [
    ...["Crown cleaning", "Crown thinning", "Crown raising", "Crown reduction"],
    ...["Winter Dec-Feb", "Spring Mar-May", "Summer Jun-Aug", "Fall Sep-Nov"],
  ],
  "/services/cleanup": ["Basic", "Standard", "Premium"],
  "/services/stump-grinding": ["Why remove stumps", "Size guide", "Professional or do-it-yourself"],
  "/faq": [
    ...[
      Object.keys(faq.highlights.items)[0] ?? "",
      "Fully Licensed & Insured",
      "Free Consultations",
    ],
    ...[
      "General Services",
      "Pricing & Estimates",
      "Tree Care & Safety",
      "Service Areas & Scheduling",
    ],
  ],
  "/contact": ["Phone", "Service Area", "Hours", "Email", ...Object.keys(contact.reasons.items)],
};

test.each(Object.entries(named))("%s has what it is to name, in this order", (path, names) => {
  expect(titlesOf(path).filter((title) => names.includes(title))).toEqual(names);
});

/** What a section of a page holds: the section's heading, how many, of which kind, in which elements. */
const counted: [path: string, count: number, what: string, heading: string, element: string][] = [
  ["/", 5, "services", home.services.heading, "h3"],
  ["/", 5, "reasons", home.reasons.heading, "h3"],
  ["/about", 4, "values", about.values.heading, "h3"],
  ["/services", 6, "services", services.plate.heading, "h3"],
  ["/services/tree-removal", 4, "benefits", removal.benefits.heading, "h3"],
  ["/services/tree-removal", 3, "reasons", removal.reasons.heading, "h3"],
  ["/services/tree-removal", 4, "steps", removal.steps.heading, "ol > li h3"],
  ["/services/tree-pruning", 4, "ways to prune", pruning.pruning.heading, "h3"],
  ["/services/tree-pruning", 5, "parts of regular maintenance", pruning.trimming.heading, "li"],
  ["/services/tree-pruning", 3, "packages", pruning.packages.heading, "h3"],
  ["/services/storm-damage", 6, "emergency services", storm.emergencyServices.heading, "h3"],
  ["/services/storm-damage", 4, "pictures", storm.pictureCards.heading, "[role=img]"],
  ["/services/storm-damage", 4, "steps", storm.steps.heading, "ol > li h3"],
  ["/services/storm-damage", 6, "reasons to call", storm.whenToCall.heading, "li"],
  ["/services/storm-damage", 4, "ways to help with a claim", storm.insurance.heading, "h3"],
  ["/services/cleanup", 4, "benefits", cleanup.benefits.heading, "h3"],
  ["/services/cleanup", 4, "services", cleanup.cleanupServices.heading, "h3"],
  ["/services/cleanup", 5, "steps", cleanup.steps.heading, "ol > li h3"],
  ["/services/cleanup", 3, "levels", cleanup.levels.heading, "h3"],
  ["/services/stump-grinding", 4, "reasons", stump.reasons.heading, "h3"],
  ["/services/stump-grinding", 3, "traits of the machine", stump.technology.heading, "dt"],
  ["/services/stump-grinding", 4, "steps", stump.steps.heading, "ol > li h3"],
  ["/services/stump-grinding", 10, "differences", stump.comparisonHeading, "li"],
  ["/portfolio", 6, "projects", portfolio.gallery.heading, "article h3"],
  ["/faq", 4, "highlights", faq.highlights.heading, "dt"],
];

test.each(counted)("%s has %i %s", (path, count, _, heading, element) => {
  const shown = sectionOf(path, heading)?.querySelectorAll(element);
  const texts = shown?.map((it) => it.getAttribute("aria-label") ?? textOf(it));
  expect(texts).toHaveLength(count);
  // Each has its own words.
  expect(new Set(texts?.filter(Boolean)).size).toBe(count);
});

test("the home page tells the story, and each of its services leads to its page", () => {
  const [storm, ...links] = mainLinks("/", "/services/").map((link) => [
    textOf(link),
    link.getAttribute("href"),
  ]);
  expect(storm).toEqual(["Storm damage: what to do now", "/services/storm-damage"]);
  expect(mainLinks("/", "/services#properties")).toHaveLength(1);
  expect(links).toEqual(
    Object.entries(home.services.items).map(([title, { link }]) => [
      `Learn More about ${title}`,
      link.to,
    ]),
  );
  expect(links.map(([, to]) => to)).toEqual(
    ["tree-removal", "tree-pruning", "storm-damage", "cleanup", "stump-grinding"].map(
      (name) => `/services/${name}`,
    ),
  );
  expect(pageText("/")).toContain(home.story.heading);
});

test("each service of the overview has a picture, a description, its features and a link to its page", () => {
  const links = mainLinks("/services", "/services/").slice(0, -1);
  // The emergency section has the last one.
  expect(mainLinks("/services", "/services/").map(textOf).at(-1)).toMatch(/^Storm damage/);
  expect(links.map(textOf)).toEqual(
    [
      "Tree Removal",
      "Tree Pruning",
      "Tree Trimming",
      "Storm Damage",
      "Clean Up",
      "Stump Grinding",
    ].map((title) => `Learn More about ${title}`),
  );
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    [
      "tree-removal",
      "tree-pruning",
      "tree-trimming",
      "storm-damage",
      "cleanup",
      "stump-grinding",
    ].map((name) => `/services/${name}`),
  );
  const text = pageText("/services");
  const listed = textsOf("/services", "main li");
  for (const { icon, description, features } of Object.values(services.serviceCards)) {
    expect(all("/services", `main img[alt="${pictureAlt(icon)}"]`)).toHaveLength(1);
    expect(text).toContain(description);
    expect(features.length).toBeGreaterThanOrEqual(3);
    expect(listed).toEqual(expect.arrayContaining([...features]));
  }
});

test("the founders stand with their roles, below the story", () => {
  const [story, first] = [about.story.heading, founders[0].name].map((title) =>
    titlesOf("/about").indexOf(title),
  );
  expect(first).toBeGreaterThan(Number(story));
  const articles = all("/about", "main article").map((it) =>
    it.querySelectorAll("h3, h3 + p").map(textOf),
  );
  expect(articles).toEqual(founders.map(({ name, role }) => [name, role]));
});

test("each project has its category, title, place and description", () => {
  for (const [title, project] of Object.entries(portfolio.projects)) {
    const { id, category, location, description } = project;
    const [plate] = textsOf("/portfolio", `main li[id="${id}"]`);
    for (const words of [category, title, location.name, description]) {
      expect(plate).toContain(words);
    }
  }
});

test("the portfolio has six plates, and badges that are no controls", () => {
  const plates = all("/portfolio", "main article");
  expect(plates).toHaveLength(6);
  for (const plate of plates) {
    expect(plate.querySelector("[role=img]")?.getAttribute("aria-label")).toMatch(/.{20}/);
    expect(plate.querySelectorAll("h3")).toHaveLength(1);
  }
  const badges = all("/portfolio", "main ul[aria-label='Kinds of work'] li");
  expect(badges).toHaveLength(6);
  const controls = ":is(a, button, input, [role=button], [tabindex])";
  expect(all("/portfolio", `main :is(article, ul[aria-label]) ${controls}`)).toEqual([]);
});

test("the testimonials show the reviews, whole, and the average rating", () => {
  const stars = (element: Element | undefined) =>
    element?.querySelectorAll("[role=img]").map((it) => it.getAttribute("aria-label"));
  expect(pageText("/testimonials")).toContain(figures.rating);
  expect(stars(all("/testimonials", "main")[0])).toContain(
    `${averageRating} out of ${bestRating} stars`,
  );
  const reviews = all("/testimonials", "main figure");
  expect(reviews).toHaveLength(6);
  for (const [index, { name, text, location, service, rating }] of testimonials.entries()) {
    const review = reviews[index];
    const shown = review && textOf(review);
    for (const words of [name, text, townLabel(location), service]) {
      expect(shown).toContain(words);
    }
    expect(stars(review)).toContain(`${rating} out of 5 stars`);
    expect(review?.querySelectorAll("time").map(textOf)).toEqual([
      expect.stringMatching(/^[A-Z][a-z]+ 20\d\d$/),
    ]);
  }
});

test("the home page shows the areas with their towns, and one review that leads to all", () => {
  for (const area of areas) {
    const leaf = all("/", "main li").find((it) =>
      it.querySelectorAll("h3").some((title) => textOf(title) === areaLabel(area)),
    );
    for (const town of area.towns) expect(leaf && textOf(leaf)).toContain(town);
  }
  expect(all("/", "main blockquote")).toHaveLength(1);
  expect(mainLinks("/", "/testimonials").map(textOf)).toContain(home.featured.link.label);
});

test("the storm page shows the second number, and dials the main one", () => {
  const { phone, emergencyPhone } = business;
  const numbers = emergencyPhone ? [phone, emergencyPhone] : [phone];
  expect(textsOf("/services/storm-damage", "main dd")).toEqual(
    expect.arrayContaining(numbers.map(({ display }) => `${display} Call now`)),
  );
  const calls = all("/services/storm-damage", "main a[href^='tel:']");
  expect(new Set(calls.map((it) => it.getAttribute("href")))).toEqual(new Set([call]));
});

test("the contact page has its facts, areas and profiles", () => {
  const facts = "main aside[aria-label='How to reach us']";
  expect(textsOf("/contact", `${facts} dt`)).toEqual(["Phone", "Service Area", "Hours", "Email"]);
  expect(textsOf("/contact", facts).join()).toContain(business.hours.display);
  for (const { network, href } of business.social) {
    const [link] = all("/contact", `${facts} a[href="${href}"]`);
    expect(link && textOf(link)).toContain(network);
    expect(link?.getAttribute("target")).toBe("_blank");
    expect(link?.getAttribute("rel")).toContain("noopener");
  }
});

test.each(paths)("%s is marked in the navigation, if it is in it", (path) => {
  const marked = (menu: string) =>
    all(path, `${menu} [aria-current=page]`).map((it) => it.getAttribute("href"));
  for (const menu of ["header nav[aria-label=Main]", "header dialog nav"]) {
    const isIn = all(path, `${menu} a[href="${path}"]`).length > 0;
    expect(marked(menu)).toEqual(isIn ? [path] : []);
  }
});

test("the middle one of the cleanup's levels is marked", () => {
  const levels = all("/services/cleanup", "main li, main article").filter((it) =>
    it.querySelectorAll("h3").some((title) => textOf(title) === "Standard"),
  );
  expect(levels.map(textOf)).toContainEqual(expect.stringMatching(/Most Popular/));
  expect(pageText("/services/cleanup").match(/Most Popular/g)).toHaveLength(1);
});

test("cleanup is shown before and after", () => {
  for (const picture of ["cleanup/before", "cleanup/after"] as const) {
    const shown = `main :is([alt="${pictureAlt(picture)}"], [aria-label="${pictureAlt(picture)}"])`;
    expect(all("/services/cleanup", shown)).toHaveLength(1);
  }
});

const { projects, rating, rate, emergency } = figures;

const atEveryHour = Boolean(business.emergencyService);

const statistics: Record<string, readonly string[]> = {
  "/": [`${projects} projects completed`, `${areas.length} service areas`],
  "/portfolio": [
    ...[
      `${projects} projects completed`,
      ...(atEveryHour ? [`${emergency} emergency response`] : []),
    ],
    `${rate} satisfaction rate`,
  ],
  "/testimonials": [
    ...[`${projects} satisfied customers`, `${rating} average rating`],
    ...[`${rate} completion rate`, ...(atEveryHour ? [`${emergency} emergency support`] : [])],
  ],
};

test.each(Object.entries(statistics))("%s has its figures, and what they count", (path, claims) => {
  const shown = all(path, "main dl > div").map((it) => {
    const [label, figure] = ["dt", "dd"].map((tag) => it.querySelector(tag));
    return label && figure && `${textOf(figure)} ${textOf(label).toLowerCase()}`;
  });
  expect(shown).toEqual(expect.arrayContaining([...claims]));
});

test("after a storm each step has its time", () => {
  const { arrival, action, fullService } = responseTimes;
  expect(Object.values(storm.steps.items).map(({ timing }) => timing)).toEqual([
    emergency.split(" ")[0],
    arrival,
    action,
    fullService,
  ]);
  const steps = textsOf("/services/storm-damage", "main li");
  for (const [title, { timing }] of Object.entries(storm.steps.items)) {
    expect(steps).toContainEqual(expect.stringMatching(new RegExp(`^${timing}.*${title}`)));
  }
});

test("stumps have their sizes with their times, and a depth", () => {
  expect(grindingDepth.display).toBe("6-12 inches");
  expect(titlesOf("/services/stump-grinding")).toContain(
    `Stump grinding, ${grindingDepth.display} below ground`,
  );
  const rows = all("/services/stump-grinding", "main tbody tr").map((row) =>
    row.querySelectorAll("th, td").map(textOf),
  );
  expect(rows).toEqual([
    [expect.stringMatching(/^Small/), "6-12 in", "15-30 min"],
    [expect.stringMatching(/^Medium/), "12-24 in", "30-60 min"],
    [expect.stringMatching(/^Large/), "24-36 in", "1-2 hours"],
    [expect.stringMatching(/^Extra Large/), "36+ in", "2+ hours"],
  ]);
});

test("routine work is to be booked ahead", () => {
  expect(pageText("/faq")).toContain(`Routine work, ${figures.bookAhead}`);
  expect(figures.bookAhead).toBe("1-2 weeks");
});

test("the questions are four times three", () => {
  expect(Object.values(faq.faqCategories).map((it) => Object.keys(it).length)).toEqual([
    3, 3, 3, 3,
  ]);
  expect(titlesOf("/faq")).toContain(`Local ${areas[0]?.name} Experts`);
  expect(pageText("/faq")).toContain(`Serving ${areas.length} counties`);
});

test.each(["/", "/about", "/services", "/testimonials", "/faq", "/contact"])(
  "%s has every area",
  (path) => {
    const listed = textsOf(path, "main li");
    for (const area of areas) {
      expect(listed).toContainEqual(expect.stringMatching(new RegExp(`^${areaLabel(area)}`)));
    }
  },
);

test.each([
  ["/", home.emergency.heading],
  ["/services", services.emergency.heading],
  ["/services/storm-damage", storm.emergencyCalls.heading],
  ["/faq", faq.emergency.heading],
  ["/contact", contact.emergency.heading],
])("%s has a call button for emergencies", (path, heading) => {
  expect(sectionOf(path, heading)?.querySelectorAll(`a[href="${call}"]`)).not.toHaveLength(0);
});

const closed = listedPaths.filter((path) => path !== "/contact");

test.each(closed)("%s begins and ends with an ask", (path) => {
  const sections = all(path, "main > section, main > div > section");
  // The questions end with the emergency banner.
  const [head, end] = [sections[0], sections.at(path === "/faq" ? -2 : -1)];
  const to = (section: Element | undefined, target: string) =>
    section?.querySelectorAll("a[href]").filter(isTo(target)) ?? [];
  expect(to(head, call)).not.toHaveLength(0);
  // After a storm, visitors call instead of writing.
  expect(to(head, "/contact")).toHaveLength(path === "/services/storm-damage" ? 0 : 1);
  expect(to(end, "/contact")).not.toHaveLength(0);
  expect(to(end, path === "/portfolio" ? "/services" : call)).not.toHaveLength(0);
});

test.each(["/services/storm-damage", "/contact", "/contact/sent"])(
  "on %s the call bar is one call",
  (path) => {
    const links = textsOf(path, "[data-call-bar] a");
    expect(links).toEqual([expect.stringMatching(/^Call now/)]);
  },
);

test("the confirmation has texts for each step of a request", () => {
  const progress = readFileSync("../backend/src/forms/confirmation/progress.rs", "utf8");
  const steps = [...progress.matchAll(/^ {8}\w+ = "([a-z-]+)",$/gm)].map(([, step]) => step);
  expect(steps).toEqual(Object.keys(sent.steps));
  for (const step of steps) {
    const texts = textsOf("/contact/sent", `[data-if="${step}"]`);
    expect(texts.length, step).toBeGreaterThan(1);
    expect(texts).toContain(sent.steps[step ?? ""]?.heading);
  }
});

test("the questions end with the areas, a link to the contact page, and the emergency banner", () => {
  expect(mainLinks("/faq", "/contact").map(textOf)).toContain("Contact Us");
  const { serviceAreas, closing, emergency } = faq;
  expect(titlesOf("/faq").slice(-3)).toEqual(
    [serviceAreas, closing, emergency].map(({ heading }) => heading),
  );
});

test("the form has its fields, and no limit of their length", () => {
  const controls = (selector: string) => [
    ...new Set(all("/contact", `form ${selector}`).map((it) => it.getAttribute("name"))),
  ];
  const names = controls(":is(select, textarea, input)[id], form input[type=radio]");
  expect(names.toSorted()).toEqual([...fieldNames, "website"].toSorted());
  const promised = "address email firstName lastName message phone service urgency".split(" ");
  expect(names).toEqual(expect.arrayContaining(promised));
  expect(controls("[required]").toSorted()).toEqual([
    "address",
    "firstName",
    "lastName",
    "phone",
    "service",
  ]);
  expect(controls("[type=email]")).toEqual(["email"]);
  expect(controls(":is([maxlength], [minlength], [pattern])")).toEqual([]);
});

test("the form offers its services and how soon, of which routine is chosen", () => {
  const options = all("/contact", "form option").map((it) => it.getAttribute("value"));
  expect(options).toEqual([
    "",
    "Tree Removal",
    "Tree Pruning",
    "Tree Trimming",
    "Storm Damage",
    "Stump Grinding",
    "Land Care",
  ]);
  expect(all("/contact", "form option").slice(1).map(textOf)).toEqual(options.slice(1));
  const choices = all("/contact", "form [name=urgency]");
  expect(choices.map((it) => it.getAttribute("value"))).toEqual([
    "routine",
    "within-week",
    "urgent",
    "emergency",
  ]);
  expect(
    choices.flatMap((it) => textsOf("/contact", `#urgency-${it.getAttribute("value")}`)),
  ).toEqual(["Routine", "Within a week", "Urgent", "Emergency"]);
  expect(choices.filter((it) => it.hasAttribute("checked"))).toEqual([choices[0]]);
});
