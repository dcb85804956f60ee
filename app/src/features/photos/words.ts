/** The most photographs that a visitor adds: the backend has it as `MAX_OF_VISITORS`. */
export const MAX_PHOTOS = 6;

/** In the place of a picture that is not there, or that the browser cannot show. */
export const NO_PICTURE = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

export const heading = "Show us the tree";
export const text =
  "A photo or two tells us how tall, how close and how urgent. Up to six, if you like: the whole tree, and what it leans toward.";

/** The field and the button of a browser without JavaScript. */
export const fieldLabel = "Photos, up to six";
export const sendLabel = "Send the photos";

export const addLabel = "Add photos";
export const retryLabel = "Try again";
export const removeLabel = "Remove";

/** The name of a photograph, by its number from 1. */
export const nameOf = (number: number) => `Photo ${number}`;
/** The name of the button that removes it. */
export const removalOf = (number: number) => `${removeLabel} photo ${number}`;

/** Each goes on after a number, and what is received ends with thanks. */
export const received = "received";
export const onTheWay = "on the way";
export const waiting = "not sent yet";
export const refused = "not taken";
export const thanks = "Thank you.";

export const full = "Six is the most.";
export const interrupted = "The connection is interrupted. It goes on by itself.";
export const stopped = "There is no connection.";
export const notRemoved = "It is still here. There is no connection.";
/** Where the server gives no reason. */
export const notTaken = "This photo could not be taken. Please choose another.";

/** What the visitor left before it was sent. */
export const leftUnsent = (count: number) => `${count} not sent: choose again.`;

/** Where a link was followed that is of another request than the one of this browser. */
export const choice = {
  heading: "Which request are your photos for?",
  text: "This browser has one request, and the link is for another. Photos go to one of them at a time.",
  /** Goes on with the address of the tree. */
  ownAddress: "The one here:",
  own: "Keep the one here",
  link: "Take the one in the link",
  /** Everybody with the link sees what is added by it. */
  caution:
    "Take the link only if it came in our mail about a request of yours. Anyone else with it sees the photos that you add.",
};
