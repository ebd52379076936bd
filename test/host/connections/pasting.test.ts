import assert from 'node:assert/strict';
import process from 'node:process';
import * as vscode from 'vscode';
import { loadPastedText } from '../../../src/host/bundles.ts';
import { createConnect } from '../../../src/host/connections/connectFlow.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { createDemoService } from '../../../src/demo/service.ts';
import { createServiceClients } from '../../../src/host/connections/serviceClients.ts';
import { type Script, startScriptedService } from '../../support/service/scriptedService.ts';
import { json } from '../../support/service/scripts.ts';
import { activated } from '../activated.ts';
import { answerQuestions } from './keySources/answerQuestions.ts';

const key = 'sk-clip-canary-0123456789';
const list = json({ object: 'list', data: [{ id: 'm1' }, { id: 'm2' }] });
const { window } = vscode;

/** What one list of choices showed: the title, and of each item the label and the description. */
interface Shown {
  readonly title: string;
  readonly rows: readonly string[];
}

/** What the user does in an input box. */
type Act = 'enter' | 'back';

/**
 * Answers the lists of choices with the item whose label has a text, one after another. In the input boxes that come up,
 * does what `acts` says, one after another, and then leaves.
 */
async function choosing(
  answers: readonly string[],
  work: () => Promise<unknown>,
  acts: readonly Act[] = [],
) {
  const { showQuickPick, createInputBox } = window;
  const shown: Shown[] = [];
  const left = [...answers];
  const asked: string[] = [];
  const actsLeft = [...acts];
  Object.assign(window, {
    showQuickPick: async (
      items: readonly vscode.QuickPickItem[],
      { title = '' }: vscode.QuickPickOptions = {},
    ) => {
      shown.push({
        title,
        rows: items.map(({ label, description = '' }) => `${label} ${description}`),
      });
      const next = left.shift();
      return next === undefined ? undefined : items.find(({ label }) => label.includes(next));
    },
    createInputBox: () => {
      const hidden = new vscode.EventEmitter<void>();
      const accepted = new vscode.EventEmitter<void>();
      const pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
      const never = () => new vscode.Disposable(() => {});
      const act = (): void => {
        const value = box.password ? '' : box.value;
        asked.push(`${box.title} ${value} ${JSON.stringify(box.validationMessage ?? '')}`);
        const next = actsLeft.shift();
        if (next === 'back') {
          pressed.fire(vscode.QuickInputButtons.Back);
        } else {
          (next === 'enter' ? accepted : hidden).fire();
        }
      };
      const box = {
        title: '',
        value: '',
        password: false,
        validationMessage: '',
        // It is set again when a check has ended without a result.
        set enabled(value: boolean) {
          if (value) {
            queueMicrotask(act);
          }
        },
        onDidChangeValue: never,
        onDidAccept: accepted.event,
        onDidTriggerButton: pressed.event,
        onDidHide: hidden.event,
        show: () => queueMicrotask(act),
        dispose: () => {},
      };
      return box;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(window, { showQuickPick, createInputBox });
  }
  return { shown, asked };
}

/**
 * Connects from the clipboard, which contains what `text` gives for the address of a scripted service; `next` is what is
 * asked when the user connects once more.
 */
async function pasting(
  text: (origin: string) => string | Promise<string>,
  answers: readonly string[],
  scripts: readonly Script[] = [list],
  acts: readonly Act[] = [],
) {
  const { services, context } = await activated();
  const { keys, redactor } = services;
  const service = await startScriptedService(...scripts);
  const clients = createServiceClients({
    keys,
    redactor,
    mayHeadersTravel: async () => true,
    loadDemo: async () => createDemoService(),
  });
  const forms: Connection[] = [];
  const connect = createConnect({
    clients,
    keys,
    openForm: async (form) => void forms.push(form),
    diagnose: async () => {},
    readPasted: async (text) => (await loadPastedText(context.extensionUri))(text),
  });
  const before = await vscode.env.clipboard.readText();
  try {
    await vscode.env.clipboard.writeText(await text(service.origin));
    const { shown, asked } = await choosing(answers, async () => connect('clipboard'), acts);
    const { asked: next } = await choosing([], async () => connect('address'));
    return {
      shown,
      asked,
      next,
      forms,
      origin: service.origin,
      requests: [...service.requests],
      saved: readConnections(),
      stored: await keys.get(service.origin),
    };
  } finally {
    await vscode.env.clipboard.writeText(before);
    await keys.forget(service.origin);
    await service.close();
  }
}

describe('connecting from the clipboard', () => {
  afterEach(async () => {
    await vscode.workspace
      .getConfiguration('parley')
      .update('connections', undefined, vscode.ConfigurationTarget.Global);
  });

  it('takes a curl command, shows what it says and keeps the key in the secret storage only', async () => {
    const { shown, asked, requests, saved, stored, origin } = await pasting(
      (origin) => `curl ${origin}/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "api-key: ${key}" \\
  -H "X-Team: docs" \\
  -d '{"model": "m2", "messages": [], "service_tier": "flex"}'`,
      ['Connect'],
    );
    assert.deepEqual(asked, []);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.url, '/v1/models');
    assert.equal(requests[0].headers['api-key'], key);
    assert.equal(requests[0].headers['authorization'], undefined);
    assert.equal(requests[0].headers['x-team'], 'docs');
    assert.equal(stored, key);
    const { id: _id, ...connection } = saved[0] ?? {};
    assert.deepEqual(connection, {
      name: new URL(origin).host,
      baseUrl: `${origin}/v1`,
      model: 'm2',
      headers: { 'api-key': '${key}', 'X-Team': 'docs' },
      extraBody: { service_tier: 'flex' },
    });
    const rows = shown[0]?.rows.join('\n') ?? '';
    assert.match(rows, /API key ••••/);
    assert.match(rows, /Header api-key ••••/);
    assert.match(rows, /Model m2/);
    assert.match(rows, /Further fields \{"service_tier":"flex"\}/);
    assert.doesNotMatch(rows + JSON.stringify(storedConnections()), /canary/);
  });

  it('sends nothing and saves nothing if the user leaves', async () => {
    const { requests, saved, stored } = await pasting(
      (origin) => `OPENAI_BASE_URL=${origin}/v1\nOPENAI_API_KEY=${key}`,
      [],
    );
    assert.deepEqual([requests, saved, stored], [[], [], undefined]);
  });

  it('lets the user pick one of several connections', async () => {
    const { shown, saved, stored } = await pasting(
      (origin) =>
        `models:\n  - name: First\n    provider: openai\n    model: a\n    apiBase: https://a.invalid/v1\n    apiKey: aa-0011223344\n` +
        `  - name: Second\n    provider: openai\n    model: m1\n    apiBase: ${origin}/v1\n    apiKey: ${key}\n`,
      ['Second', 'Connect'],
    );
    assert.deepEqual(
      shown.map(({ title }) => title),
      ['Connect to a Service: Choose a Connection', 'Connect to a Service: Check What Was Found'],
    );
    assert.deepEqual(
      saved.map(({ name, model }) => [name, model]),
      [['Second', 'm1']],
    );
    assert.equal(stored, key);
  });

  it('takes the key from an environment variable that the text names, after a question', async () => {
    const { showWarningMessage } = window;
    process.env['PARLEY_PASTED_KEY'] = key;
    Object.assign(window, { showWarningMessage: async () => 'Send' });
    try {
      const { shown, requests, saved, stored } = await pasting(
        (origin) => `curl ${origin}/v1/models -H "Authorization: Bearer $PARLEY_PASTED_KEY"`,
        ['Connect'],
      );
      assert.match(
        shown[0]?.rows.join('\n') ?? '',
        /API key in the environment variable PARLEY_PASTED_KEY/,
      );
      assert.equal(requests[0]?.headers['authorization'], `Bearer ${key}`);
      assert.deepEqual(saved[0]?.keyFrom, { kind: 'environment', variable: 'PARLEY_PASTED_KEY' });
      assert.equal(stored, undefined);
    } finally {
      delete process.env['PARLEY_PASTED_KEY'];
      Object.assign(window, { showWarningMessage });
    }
  });

  it('asks for the key where the variable that the text names is not set', async () => {
    const { shown, asked, requests } = await pasting(
      (origin) => `curl ${origin}/v1/models -H "Authorization: Bearer $PARLEY_UNSET_KEY"`,
      ['Enter the API Key'],
    );
    assert.match(shown[0]?.rows.join('\n') ?? '', /PARLEY_UNSET_KEY, which is not set/);
    assert.match(asked.join('\n'), /2\/2/);
    assert.equal(requests.length, 0);
  });

  it('asks for a key that is rejected once more, and saves nothing before', async () => {
    const { asked, saved, stored, requests } = await pasting(
      (origin) => `client = OpenAI(base_url="${origin}/v1", api_key="${key}")`,
      ['Connect'],
      [json({ error: { message: 'Incorrect API key' } }, 401)],
    );
    assert.equal(requests.length, 1);
    assert.match(asked.join('\n'), /2\/2.*401/);
    assert.doesNotMatch(asked.join('\n'), /canary/);
    assert.deepEqual([saved, stored], [[], undefined]);
  });

  it('connects without the model list if Enter is pressed again, as it says', async () => {
    const { asked, requests } = await pasting(
      (origin) => `client = OpenAI(base_url="${origin}/v1", api_key="${key}")`,
      ['Connect'],
      [json({ message: 'x-provider is required' }, 400)],
      ['enter'],
    );
    assert.match(asked[0] ?? '', /2\/2.*x-provider is required.*press Enter again/);
    assert.match(asked[1] ?? '', /3\/3/);
    assert.equal(requests.length, 1);
  });

  it('keeps the headers of the text where its address has to be corrected', async () => {
    const { shown, asked } = await pasting(
      () => `curl http://127.0.0.1:9/v1/models -H 'X-Team: docs'`,
      ['Connect'],
      [],
      ['enter'],
    );
    assert.match(
      asked.join('\n'),
      /^Connect to a Service \(1\/2\): Address http:\/\/127\.0\.0\.1:9\/v1 "/,
    );
    assert.equal(shown.length, 2);
    assert.match(shown[1]?.rows.join('\n') ?? '', /Header X-Team docs/);
  });

  it('keeps the headers of the text where the user goes back from the key to the address', async () => {
    for (const acts of [
      ['back', 'enter', 'enter'],
      ['enter', 'back', 'back', 'enter', 'enter'],
    ] as const) {
      const { shown, asked, requests, saved } = await pasting(
        (origin) => `curl ${origin}/v1/models -H 'X-Team: docs'`,
        ['Connect', 'Connect'],
        [json({ message: 'x-provider is required' }, 400), list],
        acts,
      );
      assert.ok(
        asked.some((one) => one.includes('(1/2)')),
        asked.join('\n'),
      );
      assert.match(shown[1]?.rows.join('\n') ?? '', /Header X-Team docs/);
      assert.equal(requests.at(-1)?.headers['x-team'], 'docs');
      assert.deepEqual(saved[0]?.headers, { 'X-Team': 'docs' });
    }
  });

  it('has the address of the text the next time, where the user has left', async () => {
    const { next, origin } = await pasting(
      (host) => `OPENAI_BASE_URL=${host}/v1\nOPENAI_API_KEY=${key}`,
      [],
    );
    assert.match(next[0] ?? '', /1\/2/);
    assert.ok(next[0]?.includes(` ${origin}/v1 `), next[0]);
  });

  it('shows the address of a saved connection as requests go there', async () => {
    const { shown, origin } = await pasting(async (host) => {
      const baseUrl = `${host.replace('127.0.0.1', '0x7f.1')}/v1`;
      await vscode.workspace
        .getConfiguration('parley')
        .update(
          'connections',
          [{ id: 'a', name: 'A', baseUrl }],
          vscode.ConfigurationTarget.Global,
        );
      return `curl ${host}/v1/models -H 'Authorization: Bearer ${key}'`;
    }, []);
    const rows = shown[0]?.rows.join('\n') ?? '';
    assert.doesNotMatch(rows, /0x7f/);
    assert.equal(rows.split(`${origin}/v1`).length, 3, rows);
  });

  it('asks for an address that the text does not have', async () => {
    const { shown, asked, requests } = await pasting(
      () => 'sk-1a2b3c4d5e6f7a8b9c0d',
      ['Enter the Address'],
    );
    assert.match(shown[0]?.rows[0] ?? '', /Enter the Address/);
    assert.match(asked.join('\n'), /1\/2/);
    assert.equal(requests.length, 0);
  });

  it('says that a text holds no connection', async () => {
    const { shown, asked } = await pasting(() => 'Dear all, lunch is at noon.', []);
    assert.deepEqual(shown, []);
    assert.match(asked.join('\n'), /No address and no API key were found in the text/);
  });

  it('saves a key for an address that is not encrypted only after a question', async () => {
    const { services } = await activated();
    const origin = 'http://clear.invalid';
    const text = () => `curl ${origin}/v1/models -H 'Authorization: Bearer ${key}'`;
    for (const agrees of [false, true]) {
      const asked = await answerQuestions(agrees, async () => {
        const { forms } = await pasting(text, ['Edit on the Connections Page']);
        assert.equal(forms.length, agrees ? 1 : 0);
      });
      assert.equal(asked.length, 1);
      assert.equal(await services.keys.get(origin), agrees ? key : undefined);
    }
    await services.keys.forget(origin);
  });

  it('opens the form with everything but the key', async () => {
    const { forms, stored } = await pasting(
      (origin) => `curl ${origin}/v1/models -H 'Authorization: Bearer ${key}' -H 'X-Team: docs'`,
      ['Edit on the Connections Page'],
    );
    assert.equal(forms[0]?.headers?.['X-Team'], 'docs');
    assert.doesNotMatch(JSON.stringify(forms), /canary/);
    assert.equal(stored, key);
  });
});
