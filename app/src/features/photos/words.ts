/** The largest number of photos that a visitor can add. The backend has it as `MAX_OF_VISITORS`. */
export const MAX_PHOTOS = 6;

/** The placeholder for a picture that is missing or that the browser cannot show. */
export const NO_PICTURE = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

export const heading = "Show us the tree";
export const text =
  "A photo or two tells us how tall, how close and how urgent. Up to six, if you like: the whole tree, and what it leans toward.";

/** The labels of the field and the button for browsers without JavaScript. */
export const fieldLabel = "Photos, up to six";
export const sendLabel = "Send the photos";

export const addLabel = "Add photos";
export const retryLabel = "Try again";
export const removeLabel = "Remove";

/** Returns the name of a photo by its number from 1. */
export const nameOf = (number: number) => `Photo ${number}`;
/** Returns the name of the button that removes the photo. */
export const removalOf = (number: number) => `${removeLabel} photo ${number}`;

/** The words that follow a number. Received photos are followed by thanks. */
export const received = "received";
export const onTheWay = "on the way";
export const waiting = "not sent yet";
export const refused = "not taken";
export const thanks = "Thank you.";

export const full = "Six is the most.";
export const interrupted = "The connection is interrupted. It goes on by itself.";
export const stopped = "There is no connection.";
export const notRemoved = "It is still here. There is no connection.";
/** The message if the server gives no reason. */
export const notTaken = "This photo could not be taken. Please choose another.";

/** Returns the message about photos that were not sent before the visitor left. */
export const leftUnsent = (count: number) => `${count} not sent: choose again.`;

/** The words of the choice after a link that belongs to another request than the browser's. */
export const choice = {
  heading: "Which request are your photos for?",
  text: "This browser has one request, and the link is for another. Photos go to one of them at a time.",
  /** Followed by the address of the tree. */
  ownAddress: "The one here:",
  own: "Keep the one here",
  link: "Take the one in the link",
  /** Everybody with the link sees the photos that are added through it. */
  caution:
    "Take the link only if it came in our email about a request of yours. Anyone else with it sees the photos that you add.",
};
