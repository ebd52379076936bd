import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { modelItems, type ModelRowState } from '../../../src/host/models/modelRows.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import type { ModelList } from '../../../src/host/models/modelCatalogue.ts';
import { type PickerRow, pickModel } from '../../../src/host/models/modelPicker.ts';
import type { Models } from '../../../src/host/models/models.ts';
import { togglePreference } from '../../../src/host/models/modelPreferences.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { assertLinear } from '../../support/assertLinear.ts';

const state: ModelRowState = {
  current: undefined,
  preferences: { favourites: [], hidden: [], recent: [], lengths: [] },
  showsHidden: false,
  detailed: undefined,
  connection: 'Local',
};
const labels = (items: readonly vscode.QuickPickItem[]) => items.map(({ label }) => label);

describe('modelItems', () => {
  const models = [
    { id: 'b', owned_by: 'two', created: 0 },
    { id: 'a', owned_by: 'one', created: 1_700_000_000 },
    { id: 'B', owned_by: 'two' },
  ];

  it('groups by owner and marks the current model', () => {
    const items = modelItems({ models }, { ...state, current: 'a' });
    assert.deepEqual(labels(items), ['two', 'b', 'B', 'one', '$(check) a']);
    assert.equal(items[0]?.kind, vscode.QuickPickItemKind.Separator);
  });

  it('puts favourites and those used last first, each once, and leaves hidden ones out', () => {
    const preferences = {
      ...state.preferences,
      favourites: ['B'],
      recent: ['gone', 'B', 'a'],
      hidden: ['b'],
    };
    const items = modelItems({ models }, { ...state, preferences });
    assert.deepEqual(labels(items), ['favourites', 'B', 'recent', 'gone', 'a']);
    assert.equal(items[3]?.description, 'not in the list');
    const all = modelItems({ models }, { ...state, preferences, showsHidden: true });
    assert.equal(all.at(-1)?.label, 'b');
    assert.match(all.at(-1)?.description ?? '', /^hidden/);
    const [, , , missing] = modelItems({ models: [], isMissing: true }, { ...state, preferences });
    assert.equal(missing?.description, '');
  });

  it('shows how much a model takes, by the list or by an error', () => {
    const model = { id: 'm', max_model_len: 500 };
    const [, item] = modelItems({ models: [model] }, state);
    assert.equal(item?.description, 'context: 500 tokens');
    const preferences = { ...state.preferences, lengths: [{ model: 'm', tokens: 400 }] };
    const [, learnt] = modelItems({ models: [model] }, { ...state, preferences, detailed: 'm' });
    assert.equal(learnt?.description, 'context: 400 tokens');
    assert.equal(learnt?.detail, 'context from an error message · connection: Local');
  });

  it('shows no date for the placeholder 0', () => {
    const detailOf = (id: string) =>
      modelItems({ models }, { ...state, detailed: id }).find(({ modelId }) => modelId === id)
        ?.detail ?? '';
    assert.equal(detailOf('b'), 'context length unknown · connection: Local');
    assert.match(detailOf('a'), /2023/);
  });

  it('shows ids and owners as text: no icon, nothing unseen', () => {
    const [owner, model] = modelItems(
      { models: [{ id: 'a\u202eb\n$(trash)', owned_by: '$(zap)' }] },
      state,
    );
    assert.equal(owner?.label, '$(zap)', 'A separator shows no icons.');
    assert.equal(model?.label, String.raw`a\u{202e}b\u{a}\$(trash)`);
    assert.equal(model?.description, String.raw`\$(zap)`);
    assert.equal(model?.modelId, 'a\u202eb\n$(trash)');
  });

  it('makes the rows of many models in little time', () => {
    assertLinear(500, (size) => {
      const many = Array.from({ length: size }, (_, index) => ({ id: `m${index}`, owned_by: 'o' }));
      const ids = many.map(({ id }) => id);
      const preferences = {
        ...state.preferences,
        favourites: ids.slice(0, size / 5),
        hidden: ids.slice(size / 5, (4 * size) / 5),
      };
      return () => modelItems({ models: many }, { ...state, preferences, showsHidden: true });
    });
  });
});

describe('togglePreference', () => {
  it('turns a mark on and off; a favourite is never hidden', () => {
    const { preferences } = state;
    const starred = { ...preferences, ...togglePreference(preferences, 'favourite', 'a') };
    assert.deepEqual(starred.favourites, ['a']);
    const hidden = { ...starred, ...togglePreference(starred, 'hide', 'a') };
    assert.deepEqual([hidden.favourites, hidden.hidden], [[], ['a']]);
    const again = { ...hidden, ...togglePreference(hidden, 'favourite', 'a') };
    assert.deepEqual([again.favourites, again.hidden], [['a'], []]);
    assert.deepEqual(togglePreference(again, 'favourite', 'a').favourites, []);
  });
});

/**
 * A picker as VS Code shows it, and as the extension knows it: later. A row that does not match what
 * is typed cannot be active.
 */
function fakeQuickPick() {
  const shown = {
    value: '',
    items: [] as readonly PickerRow[],
    active: [] as readonly PickerRow[],
  };
  const known = { value: '', active: [] as readonly PickerRow[] };
  const listeners: Record<string, () => void> = {};
  const listen = (name: string) => (listener: () => void) => {
    listeners[name] = listener;
  };
  const isInSight = ({ modelId, alwaysShow }: PickerRow) =>
    alwaysShow === true || modelId?.includes(shown.value) === true;
  const bestMatch = () => shown.items.filter(isInSight).slice(0, 1);
  return {
    shown,
    picker: {
      get items() {
        return shown.items;
      },
      set items(rows) {
        Object.assign(shown, { items: rows });
        shown.active = bestMatch();
      },
      get activeItems() {
        return known.active;
      },
      set activeItems(rows) {
        known.active = rows;
        shown.active = rows.filter(isInSight);
      },
      get selectedItems() {
        return known.active;
      },
      get value() {
        return known.value;
      },
      onDidChangeValue: listen('value'),
      onDidAccept: listen('accept'),
      onDidHide: listen('hide'),
      onDidTriggerButton: listen('button'),
      onDidTriggerItemButton: listen('itemButton'),
      show: () => {},
      dispose: () => {},
    },
    type(text: string) {
      shown.value = text;
      shown.active = bestMatch();
    },
    /** What was typed reaches the extension. */
    arrive() {
      Object.assign(known, { value: shown.value, active: shown.active });
      listeners['value']?.();
    },
    pressEnter() {
      known.active = shown.active;
      listeners['accept']?.();
    },
  };
}

describe('the model picker', () => {
  it('takes what is typed while the list is on its way', async () => {
    const fake = fakeQuickPick();
    const { promise, resolve } = Promise.withResolvers<void>();
    const ids = ['first', 'current', 'other'];
    let list: ModelList | undefined;
    const models = {
      catalogue: {
        peek: () => list,
        async refresh() {
          await promise;
          list = { models: ids.map((id) => ({ id })), fetchedAt: Date.now() };
        },
      },
      memory: { of: () => state.preferences },
    } as unknown as Models;
    const { createQuickPick } = vscode.window;
    Object.assign(vscode.window, { createQuickPick: () => fake.picker });
    try {
      const connection = { id: 'a', name: 'A' } as Connection;
      const picked = pickModel({ connection, model: 'current' }, models);
      fake.type('other');
      resolve();
      await until('the list is shown', () => fake.shown.items.length > 3);
      fake.arrive();
      assert.equal(fake.shown.active[0]?.modelId, 'other');
      fake.pressEnter();
      assert.deepEqual(await picked, { model: 'other' });
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  });

  it('says why there is no model to choose from', async () => {
    const none = { models: [], fetchedAt: 0 };
    const page = { status: 502, code: 'WEB_PAGE', detail: 'Bad Gateway' };
    const cases: readonly (readonly [ModelList, ServiceError | undefined, RegExp])[] = [
      [none, undefined, /lists no models/],
      [{ ...none, isMissing: true }, undefined, /has no model list/],
      [{ ...none, isMissing: true }, new ServiceError('server', 'Failed.', page), /Try again$/],
      [none, new ServiceError('server', 'Failed.', page), /Try again$/],
    ];
    const { createQuickPick } = vscode.window;
    for (const [list, failure, label] of cases) {
      const fake = fakeQuickPick();
      let isAsked = false;
      const models = {
        catalogue: {
          // Without a list at first, the picker asks for it.
          peek: () => (failure === undefined || isAsked ? list : undefined),
          async refresh() {
            isAsked = true;
            throw failure;
          },
        },
        memory: { of: () => state.preferences },
      } as unknown as Models;
      Object.assign(vscode.window, { createQuickPick: () => fake.picker });
      try {
        void pickModel({ connection: { id: 'a', name: 'A' } as Connection }, models);
        await until('the reason is shown', () => label.test(fake.shown.items[0]?.label ?? ''));
        if (failure !== undefined) {
          assert.equal(fake.shown.items[0]?.detail, 'Failed. “Bad Gateway”.');
        }
      } finally {
        Object.assign(vscode.window, { createQuickPick });
      }
    }
  });

  it('lists the models of the connection and remembers the choice', async () => {
    const { chat, services, context } = await activated();
    const { catalogue } = services.models;
    const choice = chat.target;
    const demo = choice.current()?.connection;
    assert.ok(demo);
    await choice.choose('demo', 'demo-tour');
    let picking: Promise<void> | undefined;
    const pick = async () => {
      await vscode.commands.executeCommand('parley.chooseModel');
      picking = undefined;
    };
    let keys = 0;
    await until('the choice has changed', async () => {
      // The list may come between the two keys, and then the model is chosen that was before. What is
      // not shown yet takes no key: there are more of the first before one of the second.
      picking ??= pick();
      keys += 1;
      await vscode.commands.executeCommand(
        keys % 8 === 0
          ? 'workbench.action.acceptSelectedQuickOpenItem'
          : 'workbench.action.quickOpenSelectNext',
      );
      return choice.current()?.model !== 'demo-tour';
    });
    await picking;
    const model = choice.current()?.model;
    assert.ok(catalogue.peek(demo)?.models.some(({ id }) => id === model));
    assert.deepEqual(context.globalState.get('parley.target'), { connectionId: 'demo', model });
  });

  it('remembers the model of each conversation', async () => {
    const { chat, panels, flush } = await activated();
    const first = chat.session.conversation;
    await chat.sender.send({ text: 'One', context: [] });
    await until('the reply has ended', () => !chat.session.isRunning);
    const stored = chat.session.conversation;
    assert.equal(stored.id, first.id);
    const other = panels.newChat().target;
    await other.choose('demo', 'demo-long');
    assert.equal(other.current()?.model, 'demo-long');
    await flush();
    await panels.openConversation(stored.id, 'panel');
    const again = panels.sideBar.chat;
    assert.equal(again.target.current()?.model, 'demo-echo');
    await again.target.choose('demo', 'demo-tour');
    assert.deepEqual(again.session.conversation.target, {
      connectionId: 'demo',
      model: 'demo-tour',
    });
  });
});
