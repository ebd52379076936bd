/** A Memento with one value, which it stores as JSON, as the real one does. */
export function jsonMemento(stored?: unknown) {
  const state = { json: JSON.stringify(stored), updates: 0 };
  return {
    state,
    memento: {
      get: () => (state.json === undefined ? undefined : JSON.parse(state.json)),
      update: async (_key: string, value: unknown) => {
        state.json = JSON.stringify(value);
        state.updates += 1;
      },
    },
  };
}
