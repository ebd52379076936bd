import assert from 'node:assert/strict';
import { onAccepted } from '../../../../src/host/base/quickInput.ts';

type Row = { readonly label: string };

describe('onAccepted', () => {
  it('takes the row that was seen, and none that took its place', () => {
    const taken: (string | undefined)[] = [];
    let accept = () => {};
    const list = {
      selectedItems: [] as Row[],
      activeItems: [] as Row[],
      onDidAccept: (listener: () => void) => (accept = listener),
    };
    onAccepted(list as unknown as Parameters<typeof onAccepted<Row>>[0], (row) =>
      taken.push(row?.label),
    );
    list.selectedItems = [{ label: 'b' }];
    list.activeItems = [{ label: 'a' }];
    accept();
    assert.deepEqual(taken, ['a']);
    list.activeItems = [];
    accept();
    assert.deepEqual(taken, ['a', undefined]);
  });
});
