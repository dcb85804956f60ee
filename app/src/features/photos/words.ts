/** The most photographs that a visitor adds: the backend has it as `MAX_OF_VISITORS`. */
export const MAX_PHOTOS = 6;

/** In the place of a picture that is not there, or that the browser cannot show. */
export const NO_PICTURE = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

export const heading = "Show us the tree";
export const text =
  "A photograph or two tells us how tall, how close and how urgent. Up to six, if you like: the whole tree, and what it leans towards.";

/** The field and the button of a browser without JavaScript. */
export const fieldLabel = "Photographs, up to six";
export const sendLabel = "Send the photographs";

export const addLabel = "Add photographs";
export const retryLabel = "Try again";
export const removeLabel = "Remove";

/** The name of a photograph, by its number from 1. */
export const nameOf = (number: number) => `Photograph ${number}`;
/** The name of the button that removes it. */
export const removalOf = (number: number) => `${removeLabel} photograph ${number}`;

/** Each goes on after a number, and what is received ends with thanks. */
export const received = "received";
export const onTheWay = "on the way";
export const waiting = "not sent yet";
export const refused = "not taken";
export const thanks = "Thank you.";

export const full = "Six is the most: remove one to add another.";
export const interrupted = "The connection is interrupted. It goes on by itself.";
export const stopped = "There is no connection.";
export const notRemoved = "It is still here: there is no connection. Please try again.";
/** Where the server gives no reason. */
export const notTaken = "This photograph could not be taken. Please choose another.";

/** What the visitor left before it was sent. */
export const leftUnsent = (count: number) =>
  count === 1
    ? "1 photograph was not sent: choose it again."
    : `${count} photographs were not sent: choose them again.`;
