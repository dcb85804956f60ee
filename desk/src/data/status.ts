import type { Folder, Lead, LeadStatus } from "./server.ts";

interface Status {
  label: string;
  /** where a lead with it is listed, unless it is suspect */
  folder: Folder;
  /** whether a call by the desk makes it `called`: no more is known of the lead */
  isCallNews: boolean;
  /** how its tag looks */
  tag: string;
  /** its place in the figures, if leads with it are in them */
  rank: number;
}

/** All that the desk knows of a status. The order is the one of the buttons. */
export const STATUSES: Readonly<Record<LeadStatus, Status>> = {
  new: {
    label: "New",
    folder: "open",
    isCallNews: true,
    tag: "border-canopy-700 text-canopy-700",
    rank: 6,
  },
  called: {
    label: "Called",
    folder: "answered",
    isCallNews: false,
    tag: "border-canopy-700 text-canopy-700",
    rank: 4,
  },
  "no-answer": {
    label: "No answer",
    folder: "answered",
    isCallNews: true,
    tag: "border-bark-800 border-dashed text-bark-800",
    rank: 5,
  },
  quoted: {
    label: "Quoted",
    folder: "answered",
    isCallNews: false,
    tag: "border-canopy-950 text-canopy-950",
    rank: 3,
  },
  won: {
    label: "Won",
    folder: "answered",
    isCallNews: false,
    tag: "border-canopy-700 bg-canopy-700 text-paper-0",
    rank: 1,
  },
  lost: {
    label: "Lost",
    folder: "answered",
    isCallNews: false,
    tag: "border-paper-200 bg-paper-200 text-bark-800",
    rank: 2,
  },
  spam: {
    label: "Spam",
    folder: "spam",
    isCallNews: false,
    tag: "border-paper-200 bg-paper-200 text-bark-800",
    rank: 7,
  },
};

/** The statuses of leads that are no spam, in the order of the buttons. */
export const STATUS_CHOICES = (Object.keys(STATUSES) as LeadStatus[]).filter(
  (status) => STATUSES[status].folder !== "spam",
);

/** The list that a lead is in. */
export function folderOf({ status, suspect }: Lead): Folder {
  return suspect ? "spam" : STATUSES[status].folder;
}

/** Whether a lead looks like spam, and nobody has said what it is. */
export const isUnjudged = ({ suspect, status }: Lead) =>
  suspect && STATUSES[status].folder !== "spam";
