/** A `ref` of what has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
