import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { storedConnections } from '../../../../src/host/connections/connectionSettings.ts';
import { setKey } from '../../../../src/host/connections/keys/keyFlows.ts';
import { json } from '../../../support/service/scripts.ts';
import { until } from '../../../support/until.ts';
import { withConnection } from '../../withConnection.ts';
import { answerQuestions } from './answerQuestions.ts';

const { window } = vscode;

/** The input boxes and lists that are open, as the real ones that VS Code shows. */
async function withBoxes(
  work: (open: {
    /** The box or list with this title, once it is shown. */
    readonly box: (title: RegExp) => Promise<vscode.InputBox>;
    readonly list: (title: RegExp) => Promise<vscode.QuickPick<vscode.QuickPickItem>>;
  }) => Promise<void>,
): Promise<void> {
  const { createInputBox, createQuickPick } = window;
  const shown = new Set<vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>>();
  const noted = <T extends vscode.QuickInput>(made: T): T => {
    const listeners = new Map<string, (value: unknown) => unknown>();
    const noting = new Proxy(made, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof name === 'string' && name.startsWith('onDid')) {
          return (listener: (value: unknown) => unknown) => {
            listeners.set(name, listener);
            return (value as (heard: typeof listener) => vscode.Disposable)(listener);
          };
        }
        return name === 'heard'
          ? (event: string, data?: unknown) => listeners.get(event)?.(data)
          : typeof value === 'function'
            ? value.bind(target)
            : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
    shown.add(noting as unknown as vscode.InputBox);
    return noting;
  };
  Object.assign(window, {
    createInputBox: () => noted(createInputBox()),
    createQuickPick: () => noted(createQuickPick()),
  });
  const find = async (title: RegExp) => {
    const found = await until(`there is ${String(title)}`, () =>
      [...shown].find((each) => title.test(each.title ?? '')),
    );
    shown.delete(found);
    return found;
  };
  try {
    await work({
      box: async (title) => (await find(title)) as vscode.InputBox,
      list: async (title) => (await find(title)) as vscode.QuickPick<vscode.QuickPickItem>,
    });
  } finally {
    Object.assign(window, { createInputBox, createQuickPick });
  }
}

/** Tells a box or list what VS Code tells of the user. */
function tell(input: vscode.QuickInput, event: string, data?: unknown): void {
  (input as unknown as { heard: (event: string, data?: unknown) => void }).heard(event, data);
}

function enter(box: vscode.InputBox, text: string): void {
  box.value = text;
  tell(box, 'onDidAccept');
}

function pick(list: vscode.QuickPick<vscode.QuickPickItem>, label: RegExp): void {
  list.selectedItems = list.items.filter((item) => label.test(item.label));
  tell(list, 'onDidAccept');
}

const key = 'sk-work-1a2b3c4d5e6f7a8b9c';

describe('several keys of one origin', () => {
  it('are added, chosen, renamed and deleted by name', async () => {
    const list = json({ object: 'list', data: [{ id: 'm' }] });
    await withConnection([list], async ({ chat, services }, service) => {
      const { keys, clients } = services;
      const { origin } = service;
      const current = () => {
        const { connection } = chat.target.current() ?? {};
        assert.ok(connection);
        return connection;
      };
      const keyFrom = () => (storedConnections()[0] as { keyFrom?: unknown }).keyFrom;
      await withBoxes(async ({ box, list }) => {
        const adding = setKey(current(), clients, keys);
        const asking = await box(/^API Key for Scripted$/);
        tell(asking, 'onDidTriggerButton', asking.buttons[0]);
        const choice = await list(/^API Keys for/);
        assert.deepEqual(
          choice.items.map(({ label }) => label),
          ['$(check) Default Key', '$(add) Add API Key…'],
        );
        pick(choice, /Add API Key/);
        const naming = await box(/^Add API Key for/);
        enter(naming, key);
        await until('a key is no name', () => naming.validationMessage !== undefined);
        enter(naming, 'Work');
        enter(await box(/^API Key “Work” for Scripted$/), key);
        assert.equal(await adding, true);
        assert.deepEqual(keyFrom(), { kind: 'stored', name: 'Work' });
        assert.equal(await keys.get(origin, 'Work'), key);
        assert.equal(service.requests[0]?.headers['authorization'], `Bearer ${key}`);

        const renaming = setKey(current(), clients, keys);
        const again = await box(/^API Key “Work”/);
        tell(again, 'onDidTriggerButton', again.buttons[0]);
        const named = await list(/^API Keys for/);
        const item = named.items.find(({ label }) => label === '$(check) Work');
        tell(named, 'onDidTriggerItemButton', { item, button: item?.buttons?.[0] });
        enter(await box(/^Rename API Key “Work”$/), 'Office');
        const renamed = await list(/^API Keys for/);
        assert.deepEqual(keyFrom(), { kind: 'stored', name: 'Office' });
        assert.deepEqual(keys.names(origin), ['Office']);
        assert.equal(await keys.get(origin, 'Office'), key);
        pick(renamed, /^Default Key/);
        assert.equal(await renaming, true);
        assert.equal(keyFrom(), undefined);

        const deleting = setKey(current(), clients, keys);
        const third = await box(/^API Key for Scripted$/);
        tell(third, 'onDidTriggerButton', third.buttons[0]);
        const asked = await answerQuestions(true, async () => {
          const last = await list(/^API Keys for/);
          const office = last.items.find(({ label }) => label === 'Office');
          tell(last, 'onDidTriggerItemButton', { item: office, button: office?.buttons?.[1] });
          const empty = await list(/^API Keys for/);
          tell(empty, 'onDidHide');
        });
        assert.equal(asked[0]?.text, `Delete the API key “Office” for ${origin}?`);
        assert.equal(await deleting, false);
        assert.deepEqual(keys.names(origin), []);
        assert.equal(await keys.get(origin, 'Office'), undefined);
      });
    });
  });
});
