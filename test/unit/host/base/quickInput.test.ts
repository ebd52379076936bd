import assert from 'node:assert/strict';
import { onAccepted } from '../../../../src/host/base/quickInput.ts';

type Row = { readonly label: string };

/** A list with the events that are listened to, and what they have been told. */
function fakeList() {
  type Listener = (value: unknown) => void;
  const listeners = new Map<string, Listener>();
  const list = {
    selectedItems: [] as Row[],
    activeItems: [] as Row[],
    onDidAccept: (listener: Listener) => listeners.set('accept', listener),
    onDidChangeActive: (listener: Listener) => listeners.set('active', listener),
    onDidChangeValue: (listener: Listener) => listeners.set('value', listener),
  };
  const taken: string[] = [];
  onAccepted(list as unknown as Parameters<typeof onAccepted<Row>>[0], ({ label }) =>
    taken.push(label),
  );
  const tell = (event: string, value?: unknown): void => listeners.get(event)?.(value);
  return { list, taken, tell };
}

describe('onAccepted', () => {
  it('takes the row that is selected', () => {
    const { list, taken, tell } = fakeList();
    list.selectedItems = [{ label: 'a' }];
    list.activeItems = [{ label: 'b' }];
    tell('accept');
    tell('active', [{ label: 'b' }]);
    assert.deepEqual(taken, ['a']);
  });

  it('takes the first of the new rows where they were replaced meanwhile, once', () => {
    const { taken, tell } = fakeList();
    tell('accept');
    tell('active', []);
    tell('active', [{ label: 'a' }]);
    tell('active', [{ label: 'b' }]);
    assert.deepEqual(taken, ['a']);
  });

  it('takes nothing where the user has typed on', () => {
    const { taken, tell } = fakeList();
    tell('accept');
    tell('value', 'more');
    tell('active', [{ label: 'a' }]);
    assert.deepEqual(taken, []);
  });
});
