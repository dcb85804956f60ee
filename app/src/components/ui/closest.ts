/** Returns the element at which an event happened, or the closest one around it, that matches a selector. */
export function closest<E extends Element = HTMLElement>(
  target: EventTarget | null,
  selector: string,
): E | null {
  return target instanceof Element ? target.closest<E>(selector) : null;
}
