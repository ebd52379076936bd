import assert from 'node:assert/strict';
import {
  currentModel,
  enteringId,
  openedPicker,
  type PickerState,
  pickerView,
  withAnswer,
  withDetails,
  withRequest,
} from '../../../../src/host/models/pickerState.ts';

const local = { id: 'local', name: 'Local', baseUrl: 'http://localhost/v1' };
const other = { id: 'other', name: 'Other', baseUrl: 'https://other.test/v1' };
const opened = openedPicker({ connection: local, model: 'a' });

/** What the picker shows of two lists. */
function view(state: PickerState, hidden: readonly string[] = []) {
  const preferences = { favourites: [], hidden, recent: [], lengths: [] };
  const list = (...ids: readonly string[]) => ({ models: ids.map((id) => ({ id })), fetchedAt: 0 });
  return pickerView(
    state,
    [
      { connection: local, list: list('a', 'ab'), preferences },
      { connection: other, list: list('c'), preferences },
    ],
    {},
  );
}

const does = (state: PickerState, hidden?: readonly string[]) =>
  view(state, hidden).buttons.map((button) => button.does);

describe('the state of the model picker', () => {
  it('is busy while a list is requested, and knows the last failure of each', () => {
    const asked = withRequest(withRequest(opened, local), other);
    const one = withAnswer(asked, local, new Error('refused'));
    assert.deepEqual([view(opened).busy, view(one).busy], [false, true]);
    const both = withAnswer(one, other);
    assert.equal(view(both).busy, false);
    assert.deepEqual([...both.failures.keys()], ['local']);
    assert.equal(withRequest(both, local).failures.size, 0);
  });

  it('takes the model along when an ID of its connection is entered, and not to another one', () => {
    assert.deepEqual(currentModel(enteringId(opened, local)), { connection: local, model: 'a' });
    assert.equal(currentModel(enteringId(opened, other)), undefined);
    assert.equal(enteringId(opened, other).target.connection, other);
  });

  it('shows the details of one model, until they are asked for again', () => {
    const model = { connection: local, model: 'ab' };
    const shown = withDetails(opened, model);
    assert.deepEqual(shown.detailed, model);
    assert.equal(withDetails(shown, { ...model }).detailed, undefined);
    assert.equal(withDetails(shown, { ...model, model: 'a' }).detailed?.model, 'a');
  });

  it('has the same rows for texts that VS Code filters itself, and others for an ID that is entered', () => {
    const { rowsFor } = view(opened);
    assert.equal(rowsFor('a'), rowsFor('ab'));
    assert.deepEqual(
      rowsFor('zz').flatMap(({ typed }) => typed ?? []),
      ['zz'],
    );
    const entering = view(enteringId(opened, local));
    assert.deepEqual(
      entering.rowsFor('ab').map(({ typed }) => typed),
      ['ab'],
    );
    assert.deepEqual(entering.rowsFor(' '), []);
  });

  it('offers what can be done in it', () => {
    assert.deepEqual(does(opened), ['enterId', 'refresh', 'connect', 'manageConnections']);
    assert.equal(does(enteringId(opened, local))[0], 'search');
    assert.equal(does(opened, ['c'])[2], 'toggleHidden');
  });
});
