/** Creates the list of subscribers to a module's state. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Calls the listener at each change. Returns a function that unsubscribes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce() {
      for (const listener of listeners) listener();
    },
  };
}
