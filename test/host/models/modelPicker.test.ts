import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  type ConnectionModel,
  modelItems,
  type ModelRowState,
  type ModelSource,
} from '../../../src/host/models/modelRows.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import type { ListedModel, ModelList } from '../../../src/host/models/modelCatalogue.ts';
import { pickModel } from '../../../src/host/models/modelPicker.ts';
import type { PickerRow } from '../../../src/host/models/pickerRows.ts';
import type { Models } from '../../../src/host/models/models.ts';
import {
  type ModelPreferences,
  togglePreference,
} from '../../../src/host/models/modelPreferences.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { assertLinear } from '../../support/assertLinear.ts';

const local: Connection = { id: 'local', name: 'Local', baseUrl: 'http://localhost/v1' };
const other: Connection = { id: 'other', name: 'Other', baseUrl: 'https://other.test/v1' };
const none: ModelPreferences = { favourites: [], hidden: [], recent: [], lengths: [] };
const state: ModelRowState = {
  isCurrent: () => false,
  isLeftOut: () => false,
  showsHidden: false,
  isDetailed: () => false,
  prices: {},
  more: () => [],
};
const isId =
  (id: string) =>
  ({ model }: ConnectionModel): boolean =>
    model === id;
const listed = (
  models: readonly ListedModel[],
  fields: Partial<ModelSource> = {},
): ModelSource => ({
  connection: local,
  list: { models, fetchedAt: Date.now() },
  preferences: none,
  ...fields,
});
const labels = (items: readonly vscode.QuickPickItem[]) => items.map(({ label }) => label);

describe('modelItems', () => {
  const models = [
    { id: 'b', owned_by: 'two', created: 0 },
    { id: 'a', owned_by: 'one', created: 1_700_000_000 },
    { id: 'B', owned_by: 'two' },
  ];

  it('groups by connection, names it in each row, and marks the current model', () => {
    const isCurrent = ({ connection, model }: ConnectionModel) =>
      connection === other && model === 'a';
    const items = modelItems([listed(models), listed([{ id: 'a' }], { connection: other })], {
      ...state,
      isCurrent,
    });
    assert.deepEqual(labels(items), ['Local', 'b', 'a', 'B', 'Other', '$(check) a']);
    assert.equal(items[0]?.kind, vscode.QuickPickItemKind.Separator);
    assert.equal(items[2]?.description, 'Local · one');
    assert.equal(items[5]?.description, 'Other');
  });

  it('puts favourites and those used last first, each once, and leaves hidden ones out', () => {
    const preferences = {
      ...none,
      favourites: ['B'],
      recent: ['gone', 'B', 'a'],
      hidden: ['b'],
    };
    const items = modelItems([listed(models, { preferences })], state);
    assert.deepEqual(labels(items), ['favourites', 'B', 'recent', 'gone', 'a']);
    assert.equal(items[3]?.description, 'not in the list');
    const all = modelItems([listed(models, { preferences })], { ...state, showsHidden: true });
    assert.equal(all.at(-1)?.label, 'b');
    assert.match(all.at(-1)?.description ?? '', /^hidden/);
    const list = { models: [], fetchedAt: 0, isMissing: true };
    const [, , , missing] = modelItems([listed([], { list, preferences })], state);
    assert.equal(missing?.description, '');
  });

  it('shows the models used last in all connections, in turn, and the older ones with the others', () => {
    const ids = Array.from({ length: 8 }, (_, index) => `m${index}`);
    const known = ids.map((id) => ({ id }));
    const preferences = { ...none, recent: ids };
    const items = modelItems(
      [
        listed(known, { preferences }),
        listed(known, { connection: other, preferences: { ...none, recent: ['m7'] } }),
      ],
      state,
    );
    const picks = items.map(({ pick, label }) =>
      pick ? `${pick.connection.id} ${pick.model}` : label,
    );
    assert.deepEqual(picks.slice(0, 5), ['recent', 'local m0', 'other m7', 'local m1', 'local m2']);
    assert.equal(picks[9], 'Local');
    assert.equal(picks[10], 'local m7');
    assert.equal(new Set(picks).size, picks.length);
  });

  it('shows how much a model takes, by the list or by an error', () => {
    const model = { id: 'm', context_length: 131_072 };
    const [item] = modelItems([listed([model])], state);
    assert.equal(item?.description, '131K context');
    const preferences = { ...none, lengths: [{ model: 'm', tokens: 4096 }] };
    const [learnt] = modelItems([listed([model], { preferences })], {
      ...state,
      isDetailed: isId('m'),
    });
    assert.equal(learnt?.description, '4.1K context');
    assert.equal(learnt?.detail, 'context from an error message: 4,096 tokens · connection: Local');
  });

  it('shows price and abilities; the price of the user takes precedence', () => {
    const price = { prompt: 0.1, completion: 0.4 };
    const model = { id: 'm', abilities: ['vision', 'tools'], price } as const;
    const [item] = modelItems([listed([model])], state);
    assert.equal(item?.description, '$0.10 / $0.40 per 1M · vision · tools');
    const prices = { m: { prompt: 0, completion: 0 } };
    const [free] = modelItems([listed([model])], { ...state, prices });
    assert.equal(free?.description, 'free · vision · tools');
  });

  it('shows what else the list knows, and puts what cannot be used last', () => {
    const known: readonly ListedModel[] = [
      { id: 'embed', kind: 'other' },
      { id: 'gone', retirement: { date: '2020-01-31' } },
      { id: 'off', state: 'unavailable' },
      { id: 'old', retirement: { date: '2999-08-31', replacement: '$(new)' } },
      { id: 'older', retirement: {} },
      {
        id: 'new',
        context_length: 131_072,
        price: { prompt: 1, completion: 2, cachedPrompt: 0.1 },
        parameters: { maxOutputTokens: 32_768, efforts: ['low', 'high'] },
        outputs: ['image'],
        aliases: ['newest'],
      },
    ];
    const items = modelItems([listed(known)], { ...state, isDetailed: isId('new') });
    assert.deepEqual(
      items.map(({ label, description }) => [label, description]),
      [
        ['new', '$1.00 / $2.00 per 1M · 131K context · 33K per reply'],
        ['old', String.raw`until Aug 31, 2999, replaced by \$(new)`],
        ['older', 'deprecated'],
        ['gone', 'until Jan 31, 2020'],
        ['off', 'unavailable'],
        ['embed', 'not for chat'],
      ],
    );
    assert.equal(
      items[0]?.detail,
      'context from the model list: 131,072 tokens · price of prompt and reply tokens from the model list · cached prompt tokens: $0.10 per 1M · thinking effort: low, high · also makes: image · other IDs: newest · connection: Local',
    );
    const preferences = { ...none, recent: ['newest'] };
    const [, recent] = modelItems([listed(known, { preferences })], state);
    assert.equal(recent?.description, '', 'Another ID of a model is not missing in the list.');
  });

  it('shows no date for the placeholder 0', () => {
    const detailOf = (id: string) =>
      modelItems([listed(models)], { ...state, isDetailed: isId(id) }).find(
        ({ pick }) => pick?.model === id,
      )?.detail ?? '';
    assert.equal(detailOf('b'), 'context length unknown · connection: Local');
    assert.match(detailOf('a'), /2023/);
  });

  it('shows ids, owners and names as text: no icon, nothing unseen', () => {
    const connection = { ...local, name: '$(zap)' };
    const [name, model] = modelItems(
      [
        listed([{ id: 'a\u202eb\n$(trash)', owned_by: '$(zap)' }], { connection }),
        listed([{ id: 'c' }], { connection: other }),
      ],
      state,
    );
    assert.equal(name?.label, '$(zap)', 'A separator shows no icons.');
    assert.equal(model?.label, String.raw`a\u{202e}b\u{a}\$(trash)`);
    assert.equal(model?.description, String.raw`\$(zap) · \$(zap)`);
    assert.equal(model?.pick?.model, 'a\u202eb\n$(trash)');
  });

  it('makes the rows of many models in little time', () => {
    assertLinear(500, (size) => {
      const many = Array.from({ length: size }, (_, index) => ({ id: `m${index}`, owned_by: 'o' }));
      const ids = many.map(({ id }) => id);
      const preferences = {
        ...none,
        favourites: ids.slice(0, size / 5),
        hidden: ids.slice(size / 5, (4 * size) / 5),
      };
      return () => modelItems([listed(many, { preferences })], { ...state, showsHidden: true });
    });
  });
});

describe('togglePreference', () => {
  it('turns a mark on and off; a favourite is never hidden', () => {
    const preferences = none;
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
  let pressed: (button: vscode.QuickInputButton) => void = () => {};
  const listen = (name: string) => (listener: () => void) => {
    listeners[name] = listener;
  };
  const isInSight = ({ pick, label, alwaysShow }: PickerRow) =>
    alwaysShow === true ||
    (pick === undefined ? shown.value === '' : label.includes(shown.value.trim()));
  const bestMatch = () =>
    shown.items
      .filter(({ kind }) => kind === undefined)
      .filter(isInSight)
      .slice(0, 1);
  return {
    shown,
    picker: {
      title: '',
      placeholder: '',
      buttons: [] as readonly vscode.QuickInputButton[],
      get items() {
        return shown.items;
      },
      set items(rows) {
        // Separators without a text are not seen.
        Object.assign(shown, { items: rows.filter(({ label }) => label !== '') });
        shown.active = bestMatch();
        known.active = shown.active;
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
      set value(text) {
        Object.assign(shown, { value: text });
        known.value = text;
        listeners['value']?.();
      },
      onDidChangeValue: listen('value'),
      onDidAccept: listen('accept'),
      onDidHide: listen('hide'),
      onDidTriggerButton: (listener: (button: vscode.QuickInputButton) => void) => {
        pressed = listener;
      },
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
    /** Presses the button with this icon at the top. */
    pressTop(icon: string) {
      const { buttons } = this.picker;
      const button = buttons.find(
        ({ iconPath }) => iconPath instanceof vscode.ThemeIcon && iconPath.id === icon,
      );
      assert.ok(button);
      pressed(button);
    },
  };
}

describe('the model picker', () => {
  /** Opens the picker in place of VS Code's. `lists` are by connection ID, and `refresh` fetches one. */
  async function withPicker(
    {
      lists,
      refresh = async () => {},
      connections = [local],
      preferences = none,
      options,
    }: {
      readonly lists: Map<string, ModelList>;
      readonly refresh?: (connection: Connection) => Promise<void>;
      readonly connections?: readonly Connection[];
      readonly preferences?: ModelPreferences;
      readonly options?: Parameters<typeof pickModel>[3];
    },
    act: (
      fake: ReturnType<typeof fakeQuickPick>,
      picked: ReturnType<typeof pickModel>,
    ) => Promise<void>,
  ): Promise<void> {
    const fake = fakeQuickPick();
    const models = {
      catalogue: { peek: ({ id }: Connection) => lists.get(id), refresh },
      memory: { of: () => preferences, change: () => {} },
    } as unknown as Models;
    const { createQuickPick } = vscode.window;
    Object.assign(vscode.window, { createQuickPick: () => fake.picker });
    try {
      const target = { connection: local, model: 'current' };
      await act(fake, pickModel(target, connections, models, options));
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  }
  const listOf = (...ids: readonly string[]): ModelList => ({
    models: ids.map((id) => ({ id })),
    fetchedAt: Date.now(),
  });
  const type = (fake: ReturnType<typeof fakeQuickPick>, text: string) => {
    fake.type(text);
    fake.arrive();
  };
  const picksOf = (fake: ReturnType<typeof fakeQuickPick>) =>
    fake.shown.items.flatMap(({ pick }) => (pick ? `${pick.connection.id} ${pick.model}` : []));

  it('takes what is typed while the list is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const lists = new Map<string, ModelList>();
    const refresh = async () => {
      await promise;
      lists.set('local', listOf('first', 'current', 'other'));
    };
    await withPicker({ lists, refresh }, async (fake, picked) => {
      fake.type('other');
      resolve();
      await until('the list is shown', () => picksOf(fake).length >= 3);
      fake.arrive();
      assert.equal(fake.shown.active[0]?.pick?.model, 'other');
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: local, model: 'other' });
    });
  });

  it('finds several words in any order, in the models of all connections', async () => {
    const lists = new Map([
      ['local', { models: [{ id: 'qwen3-8b' }, { id: 'current' }], fetchedAt: 0 }],
      [
        'other',
        {
          models: [{ id: 'qwen/qwen2.5-vl', abilities: ['vision'] }, { id: 'gpt' }],
          fetchedAt: 0,
        } satisfies ModelList,
      ],
    ]);
    await withPicker({ lists, connections: [local, other] }, async (fake, picked) => {
      for (const text of ['vision qwen', 'Qwen vis', 'other qw 2.5']) {
        type(fake, text);
        assert.deepEqual(picksOf(fake), ['other qwen/qwen2.5-vl'], text);
      }
      type(fake, 'qwen');
      assert.equal(picksOf(fake).length, 4, 'VS Code filters a single word itself.');
      type(fake, 'qwen ');
      assert.deepEqual(picksOf(fake), ['local qwen3-8b', 'other qwen/qwen2.5-vl']);
      // Enter is pressed before the rows for the last words are shown.
      const before = fake.shown.items.filter(({ pick }) => pick?.model === 'qwen3-8b');
      type(fake, 'qwen vision');
      fake.shown.active = before;
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: other, model: 'qwen/qwen2.5-vl' });
    });
  });

  it('offers a typed ID only if nothing matches, and takes words only if the user moves to them', async () => {
    const lists = new Map([['local', listOf('current', 'qwen')]]);
    await withPicker(
      { lists, preferences: { ...none, hidden: ['qwen'] } },
      async (fake, picked) => {
        const typed = () => fake.shown.items.flatMap((row) => row.typed ?? []);
        type(fake, 'cur');
        assert.deepEqual(typed(), []);
        type(fake, 'qwen');
        assert.deepEqual(picksOf(fake), ['local qwen'], 'A hidden model is found.');
        type(fake, 'new model');
        assert.deepEqual(typed(), ['new model']);
        assert.match(fake.shown.items.at(-1)?.label ?? '', /Use “new model” \(not in the list\)$/);
        assert.deepEqual(fake.shown.active, []);
        fake.pressEnter();
        type(fake, 'new-model');
        // Enter is pressed before the row for the last word is shown.
        const before = fake.shown.items;
        type(fake, 'new-model two');
        fake.shown.active = before;
        fake.pressEnter();
        type(fake, 'new-model');
        assert.equal(fake.shown.active[0]?.typed, 'new-model');
        fake.pressEnter();
        assert.deepEqual(await picked, { connection: local, model: 'new-model' });
      },
    );
  });

  it('takes any ID, also one that is a part of a listed one or has words, in every state of the list', async () => {
    const failing = new ServiceError('server', 'Failed.', { status: 500 });
    const states: readonly (readonly [ModelList | undefined, ServiceError | undefined])[] = [
      [listOf('gpt-4o', 'gpt-4o-mini', 'current'), undefined],
      [undefined, failing],
      [{ models: [], fetchedAt: 0 }, undefined],
      [{ models: [], fetchedAt: 0, isMissing: true }, undefined],
      [undefined, undefined],
    ];
    for (const [list, failure] of states) {
      for (const id of ['gpt-4', 'o', 'gpt-4o', 'Qwen2.5 coder_1', 'not-listed']) {
        const lists = new Map(list === undefined ? [] : [['local', list]]);
        const refresh = async () => {
          if (failure !== undefined) {
            throw failure;
          }
          await new Promise(() => {});
        };
        await withPicker({ lists, refresh }, async (fake, picked) => {
          type(fake, id);
          fake.pressTop('edit');
          assert.deepEqual(
            fake.shown.items.map(({ typed }) => typed),
            [id],
          );
          assert.equal(fake.shown.items[0]?.label, `$(edit) Use “${id}”`);
          fake.pressEnter();
          assert.deepEqual(await picked, { connection: local, model: id });
        });
      }
    }
  });

  it('finds models that do not chat only if no other model matches', async () => {
    const list: ModelList = {
      models: [{ id: 'acme-chat' }, { id: 'acme-embed', kind: 'other' }],
      fetchedAt: 0,
    };
    await withPicker({ lists: new Map([['local', list]]) }, async (fake, picked) => {
      assert.deepEqual(picksOf(fake), ['local current', 'local acme-chat', 'local acme-embed']);
      for (const text of ['acme', 'acme ']) {
        type(fake, text);
        assert.ok(!picksOf(fake).includes('local acme-embed'), text);
      }
      type(fake, 'acme-e');
      assert.equal(fake.shown.active[0]?.pick?.model, 'acme-embed');
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: local, model: 'acme-embed' });
    });
  });

  it('leads to entering an ID by its last row, which no text finds, and back to the lists', async () => {
    const lists = new Map([['local', listOf('current', 'model-id')]]);
    await withPicker({ lists }, async (fake, picked) => {
      assert.match(fake.shown.items.at(-1)?.label ?? '', /Enter a Model ID…$/);
      type(fake, 'model');
      assert.ok(fake.shown.items.every(({ next }) => next === undefined));
      assert.equal(fake.shown.active[0]?.pick?.model, 'model-id');
      fake.pressTop('edit');
      assert.equal(fake.shown.active[0]?.typed, 'model');
      fake.pressTop('search');
      assert.equal(fake.shown.active[0]?.pick?.model, 'model-id');
      type(fake, '');
      fake.shown.active = fake.shown.items.slice(-1);
      fake.pressEnter();
      assert.deepEqual(fake.shown.items, []);
      assert.match(fake.picker.placeholder, /Enter a model ID of Local/);
      type(fake, 'model');
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: local, model: 'model' });
    });
  });

  it('says how old each list is where it can be refreshed', async () => {
    const old = { ...listOf('current'), fetchedAt: Date.now() - 5.5 * 60_000 };
    const lists = new Map([['local', old]]);
    const refresh = async ({ id }: Connection) => void lists.set(id, listOf('current'));
    await withPicker({ lists, refresh, connections: [local, other] }, async (fake) => {
      const tooltip = () =>
        fake.picker.buttons.find(({ tooltip }) => tooltip?.startsWith('Refresh'))?.tooltip;
      assert.equal(tooltip(), 'Refresh Model Lists\nLocal · list updated 5 min ago');
      fake.pressTop('refresh');
      await until('both are there', () => tooltip()?.includes('Other') === true);
      const age = 'list updated just now';
      assert.equal(tooltip(), `Refresh Model Lists\nLocal · ${age}\nOther · ${age}`);
      fake.picker.value = '';
    });
  });

  it('fetches the lists of other connections only if the user asks', async () => {
    const lists = new Map([['local', listOf('current')]]);
    const fetched: string[] = [];
    const refresh = async ({ id }: Connection) => {
      fetched.push(id);
      lists.set(id, listOf('m1'));
    };
    await withPicker({ lists, refresh, connections: [local, other] }, async (fake, picked) => {
      assert.deepEqual(fetched, []);
      fake.shown.active = fake.shown.items.filter(({ label }) => label.endsWith('Load Models'));
      fake.pressEnter();
      await until('the list is shown', () => picksOf(fake).length === 2);
      assert.deepEqual(fetched, ['other']);
      type(fake, 'm1');
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: other, model: 'm1' });
    });
  });

  it('offers to load other lists where nothing matches, and searches them for the text', async () => {
    const lists = new Map([['local', listOf('current')]]);
    const refresh = async ({ id }: Connection) => void lists.set(id, listOf('qwen', 'llama'));
    await withPicker({ lists, refresh, connections: [local, other] }, async (fake, picked) => {
      const load = () => fake.shown.items.filter(({ next }) => next === 'refresh');
      type(fake, 'current');
      assert.ok(!load().some(({ alwaysShow }) => alwaysShow));
      type(fake, 'qwen');
      assert.deepEqual(
        load().map(({ description, alwaysShow }) => [description, alwaysShow]),
        [[other.name, true]],
      );
      fake.shown.active = load();
      fake.pressEnter();
      await until('the model is found', () => picksOf(fake).includes('other qwen'));
      fake.pressEnter();
      assert.deepEqual(await picked, { connection: other, model: 'qwen' });
    });
  });

  it('leaves out the model that another is compared with, also as a typed ID', async () => {
    const lists = new Map([['local', listOf('current', 'second')]]);
    const options = {
      title: 'Compare with Another Model',
      isForOnce: true,
      isSentAtOnce: true,
      isLeftOut: isId('current'),
    };
    await withPicker({ lists, options }, async (fake) => {
      assert.equal(fake.picker.title, 'Compare with Another Model');
      assert.match(fake.picker.placeholder ?? '', /The chat is sent to it at once\.$/);
      assert.deepEqual(picksOf(fake), ['local second']);
      type(fake, 'current');
      assert.deepEqual(labels(fake.shown.items), ['No other model matches']);
    });
  });

  it('says why there is no model to choose from', async () => {
    const none = { models: [], fetchedAt: 0 };
    const page = { status: 502, code: 'WEB_PAGE', detail: 'Bad Gateway' };
    const cases: readonly (readonly [ModelList, ServiceError | undefined, RegExp])[] = [
      [none, undefined, /has no models yet/],
      [{ ...none, isMissing: true }, undefined, /has no model list/],
      [{ ...none, isMissing: true }, new ServiceError('server', 'Failed.', page), /Try again$/],
      [none, new ServiceError('server', 'Failed.', page), /Try again$/],
    ];
    for (const [list, failure, label] of cases) {
      // Without a list at first, the picker asks for it.
      const lists = new Map(failure === undefined ? [['local', list]] : []);
      const refresh = async () => {
        lists.set('local', list);
        throw failure;
      };
      await withPicker({ lists, refresh }, async (fake) => {
        await until('the reason is shown', () => label.test(fake.shown.items[0]?.label ?? ''));
        if (failure !== undefined) {
          assert.equal(fake.shown.items[0]?.detail, 'Failed. “Bad Gateway”.');
        }
      });
    }
  });

  it('takes the row that was seen if a list comes while Enter is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const lists = new Map([['other', listOf('theirs')]]);
    const refresh = async () => {
      await promise;
      lists.set('local', listOf('first', 'current', 'second', 'third'));
    };
    const models = {
      catalogue: { peek: ({ id }: Connection) => lists.get(id), refresh },
      memory: { of: () => none },
    } as unknown as Models;
    const { createQuickPick } = vscode.window;
    const picker = createQuickPick<PickerRow>();
    Object.assign(vscode.window, { createQuickPick: () => picker });
    try {
      const target = { connection: local, model: 'current' };
      const picked = pickModel(target, [local, other], models);
      await until('there are rows', () => picker.activeItems.length > 0);
      picker.value = 'theirs';
      await until('the row is active', () => picker.activeItems[0]?.pick?.model === 'theirs');
      const accepted = vscode.commands.executeCommand(
        'workbench.action.acceptSelectedQuickOpenItem',
      );
      resolve();
      assert.deepEqual(await picked, { connection: other, model: 'theirs' });
      await accepted;
    } finally {
      Object.assign(vscode.window, { createQuickPick });
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
      // The last row leads to entering an ID, where these keys choose nothing. Closed at another number of
      // keys, the picker is left from there, and the next time another row is accepted.
      await vscode.commands.executeCommand(
        keys % 45 === 0
          ? 'workbench.action.closeQuickOpen'
          : keys % 8 === 0
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
