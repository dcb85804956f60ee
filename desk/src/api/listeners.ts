/** Those who want to hear of changes of what a module keeps. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Calls back at each change. Answers what stops that. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce() {
      for (const listener of listeners) listener();
    },
  };
}
