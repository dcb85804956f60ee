import { askForFormToken } from "../backend/form-token";

/**
 * Notes that a form is being filled in, whether or not React has come, or comes at all. Whoever only
 * presses the button fills in nothing: a token of that moment would say that they were too quick.
 */
export function noticeFirstTouch(): void {
  const notice = (target: EventTarget | null) => {
    if (target instanceof Element && target.matches("form :not(button)")) void askForFormToken();
  };
  document.addEventListener("focusin", ({ target }) => notice(target));
  // The visitor may have been quicker than this script.
  notice(document.activeElement);
}
