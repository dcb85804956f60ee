export interface NavigationLink {
  label: string;
  to: string;
}

/** A group of links under one label, and the address that all of them share. */
export interface NavigationGroup {
  label: string;
  under: string;
  links: NavigationLink[];
}

type NavigationItem = NavigationLink | NavigationGroup;

const services: NavigationGroup = {
  label: "Our Services",
  under: "/services",
  links: [
    { label: "All Services", to: "/services" },
    { label: "Tree Removal", to: "/services/tree-removal" },
    { label: "Tree Pruning", to: "/services/tree-pruning" },
    { label: "Storm Damage", to: "/services/storm-damage" },
    { label: "Cleanup", to: "/services/cleanup" },
    { label: "Stump Grinding", to: "/services/stump-grinding" },
    { label: "For Properties", to: "/services#properties" },
  ],
};

/** The navigation of the header on wide screens. */
export const headerNavigation: NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: "About Us", to: "/about" },
  services,
  { label: "Latest Projects", to: "/portfolio" },
  { label: "Reviews", to: "/testimonials" },
  { label: "Free Quote", to: "/contact" },
];

/** The navigation of the slide-out menu on small screens. */
export const menuNavigation: NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: "About Us", to: "/about" },
  services,
  { label: "Portfolio", to: "/portfolio" },
  { label: "Testimonials", to: "/testimonials" },
  { label: "FAQ", to: "/faq" },
  { label: "Contact", to: "/contact" },
];

/** The footer's list of services. Trimming and land care have no page of their own. */
export const footerServices: NavigationLink[] = [
  { label: "Tree Removal", to: "/services/tree-removal" },
  { label: "Tree Pruning", to: "/services/tree-pruning" },
  { label: "Tree Trimming", to: "/services" },
  { label: "Storm Damage", to: "/services/storm-damage" },
  { label: "Stump Grinding", to: "/services/stump-grinding" },
  { label: "Land Care", to: "/services/cleanup" },
];

/** The links in the footer's last line. */
export const footerLinks: NavigationLink[] = [
  { label: "Reviews", to: "/testimonials" },
  { label: "FAQ", to: "/faq" },
  { label: "Contact", to: "/contact" },
  { label: "Services", to: "/services" },
];
