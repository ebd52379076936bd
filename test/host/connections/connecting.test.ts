import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConnect } from '../../../src/host/connections/connectFlow.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { createDemoService } from '../../../src/demo/service.ts';
import { createServiceClients } from '../../../src/host/connections/serviceClients.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../../support/service/scriptedService.ts';
import { json } from '../../support/service/scripts.ts';
import { activated } from '../activated.ts';
import { answerQuestions } from './keySources/answerQuestions.ts';

const key = 'sk-connect-canary-0123456789';
const list = json({ object: 'list', data: [{ id: 'm1' }] });
const { window } = vscode;
const readPasted = async (text: string) => readPastedText(text);

/** What the user does in one input box: types and presses Enter, pastes, presses a button, or leaves. */
type Act =
  { readonly type: string } | { readonly paste: string } | { readonly press: string } | 'leave';

/** An input box as the test saw it when the user acted. */
interface Seen {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly problem: string;
  readonly buttons: readonly string[];
}

/** Acts in the input boxes that are opened, one after another, and gives what they showed. */
async function acting(acts: readonly Act[], work: () => Promise<unknown>) {
  const { createInputBox, showInformationMessage } = window;
  const seen: Seen[] = [];
  const shown: string[] = [];
  const left = [...acts];
  Object.assign(window, {
    createInputBox: () => fakeBox(left, seen),
    showInformationMessage: async (text: string, options: { detail?: string } = {}) =>
      void shown.push(options.detail ?? text),
  });
  try {
    await work();
  } finally {
    Object.assign(window, { createInputBox, showInformationMessage });
  }
  assert.deepEqual(left, [], 'A question was not asked.');
  return { seen, shown };
}

function fakeBox(acts: Act[], seen: Seen[]) {
  const listeners = new Map<string, (value?: unknown) => void>();
  const on = (name: string) => (listener: (value?: unknown) => void) => {
    listeners.set(name, listener);
  };
  let enabled = true;
  const box = {
    title: '',
    prompt: '',
    value: '',
    validationMessage: undefined as string | { message: string } | undefined,
    buttons: [] as readonly vscode.QuickInputButton[],
    busy: false,
    // It is set again when a check has ended without a result.
    get enabled() {
      return enabled;
    },
    set enabled(value: boolean) {
      enabled = value;
      if (value) {
        queueMicrotask(act);
      }
    },
    onDidChangeValue: on('value'),
    onDidAccept: on('accept'),
    onDidTriggerButton: on('button'),
    onDidHide: on('hide'),
    show: () => queueMicrotask(act),
    dispose: () => {},
  };
  function act(): void {
    const next = acts.shift();
    const { title, prompt, value, validationMessage: problem = '', buttons } = box;
    seen.push({
      title,
      prompt,
      value,
      problem: typeof problem === 'string' ? problem : problem.message,
      buttons: buttons.map(({ tooltip = '' }) => tooltip),
    });
    if (next === undefined || next === 'leave') {
      listeners.get('hide')?.();
    } else if ('press' in next) {
      const button = buttons.find(({ tooltip }) => tooltip === next.press);
      assert.ok(button, `There is no button ${next.press}.`);
      listeners.get('button')?.(button);
    } else if ('paste' in next) {
      box.value = next.paste;
      listeners.get('value')?.(next.paste);
      queueMicrotask(act);
    } else {
      box.value = next.type;
      listeners.get('value')?.(next.type);
      listeners.get('accept')?.();
    }
  }
  return box;
}

/** Connects to a scripted service below `path` with what the user does after the address. */
async function connectTo(
  path: string,
  scripts: readonly Script[],
  acts: (origin: string) => readonly Act[],
) {
  const { services } = await activated();
  const { keys, redactor } = services;
  const service: ScriptedService = await startScriptedService(...scripts);
  const forms: Connection[] = [];
  const clients = createServiceClients({
    keys,
    redactor,
    mayHeadersTravel: async () => true,
    loadDemo: async () => createDemoService(),
  });
  const connect = createConnect({
    clients,
    keys,
    readPasted,
    openForm: async (form) => void forms.push(form),
    diagnose: async () => {},
  });
  const address: Act = { type: service.origin + path };
  try {
    const { seen, shown } = await acting([address, ...acts(service.origin)], connect);
    const [saved] = readConnections();
    return { requests: [...service.requests], origin: service.origin, saved, seen, shown, forms };
  } finally {
    await keys.forget(service.origin);
    await service.close();
  }
}

async function store(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('parley')
    .update('connections', value, vscode.ConfigurationTarget.Global);
}

describe('connecting', () => {
  afterEach(async () => store(undefined));

  it('goes to a deployment of Azure, whose name is the model', async () => {
    const path = '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21';
    const { requests, saved, seen, origin } = await connectTo(
      path,
      [json({ error: { code: '404', message: 'Resource not found' } }, 404)],
      () => [{ type: key }, { type: 'my-gpt' }],
    );
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      ['GET /openai/deployments/my-gpt/models?api-version=2024-10-21'],
    );
    assert.equal(seen[2]?.value, 'my-gpt');
    assert.equal(saved?.baseUrl, origin + path);
    assert.equal(saved.model, 'my-gpt');
    assert.doesNotMatch(JSON.stringify(storedConnections()), /canary/);
  });

  it('shows what would be sent before it is, and what a known service expects', async () => {
    const { services } = await activated();
    const { keys, clients } = services;
    const forms: Connection[] = [];
    const connect = createConnect({
      clients,
      keys,
      readPasted,
      openForm: async (form) => void forms.push(form),
      diagnose: async () => {},
    });
    const { seen, shown } = await acting(
      [
        { type: 'https://api.anthropic.com/v1/messages' },
        { press: 'Show Requests' },
        { press: 'Connect Without These Additions' },
        { press: 'Show Requests' },
        { press: 'Set Headers and More on the Connections Page' },
      ],
      connect,
    );
    assert.match(
      seen[1]?.prompt ?? '',
      /Added for Anthropic: x-api-key: \$\{key\}, anthropic-version: 2023-06-01$/,
    );
    assert.match(shown[0] ?? '', /^GET https:\/\/api\.anthropic\.com\/v1\/models\n/);
    assert.match(shown[0] ?? '', /anthropic-version: 2023-06-01/);
    assert.doesNotMatch(seen[3]?.prompt ?? '', /Anthropic/);
    assert.doesNotMatch(shown[1] ?? '', /anthropic-version/);
    assert.equal(forms[0]?.headers, undefined);
    assert.deepEqual(storedConnections(), []);
  });

  it('sends the key in the header that the form of a saved connection has', async () => {
    const { services } = await activated();
    const { keys, redactor } = services;
    const service = await startScriptedService(list);
    await store([
      {
        id: 'gateway',
        name: 'Gateway',
        baseUrl: `${service.origin}/v1?api-version=1`,
        headers: { 'api-key': '${key}' },
      },
    ]);
    const clients = createServiceClients({
      keys,
      redactor,
      mayHeadersTravel: async () => true,
      loadDemo: async () => createDemoService(),
    });
    const connect = createConnect({
      clients,
      keys,
      readPasted,
      openForm: async () => {},
      diagnose: async () => {},
    });
    try {
      const acts = [
        { type: `${service.origin}/v1/?api-version=1` },
        { type: key },
        { press: 'Show Requests' },
      ] as const;
      const { shown } = await acting([acts[0], acts[2], acts[1]], connect);
      assert.equal(service.requests[0]?.url, '/v1/models?api-version=1');
      assert.equal(service.requests[0].headers['api-key'], key);
      assert.equal(service.requests[0].headers['authorization'], undefined);
      assert.equal(await keys.get(service.origin), key);
      assert.doesNotMatch(shown.join('\n') + JSON.stringify(storedConnections()), /canary/);
    } finally {
      await keys.forget(service.origin);
      await service.close();
    }
  });

  it('offers the address without the /v1 that was added, and asks nothing there by itself', async () => {
    const { requests, saved, seen, origin } = await connectTo(
      '',
      [json({ error: { message: 'No such path' } }, 404), list],
      (host) => [{ type: key }, { press: `Try ${host}/chat/completions` }, { type: key }],
    );
    assert.match(seen[2]?.problem ?? '', /may be at http.*\/chat\/completions instead/);
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/v1/models', '/models'],
    );
    assert.equal(saved?.baseUrl, `${origin}/chat/completions`);
  });

  it('offers the address with /v1 where the path had none', async () => {
    const { requests, seen } = await connectTo(
      '/proxy',
      [json({ error: { message: 'No such path' } }, 404)],
      () => [{ type: key }, 'leave'],
    );
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/proxy/models'],
    );
    assert.ok(seen[2]?.buttons.some((tooltip) => /^Try http.*\/proxy\/v1$/.test(tooltip)));
  });

  it('says what it removed from a key that is pasted over a longer one', async () => {
    const { requests, seen } = await connectTo(
      '/v1',
      [json({ error: { message: 'Wrong' } }, 401), list],
      () => [{ type: `${key}-wrong-and-longer` }, { paste: `"${key}"` }, { type: key }],
    );
    const removed = seen.find(({ problem }) => problem.startsWith('Removed'));
    assert.match(removed?.problem ?? '', /Removed from the API key: quotation marks\./);
    assert.equal(removed?.value, key);
    assert.equal(requests[1]?.headers['authorization'], `Bearer ${key}`);
  });

  it('diagnoses with a typed key that is not encrypted only after a question', async () => {
    const { services } = await activated();
    const diagnosed: (string | undefined)[] = [];
    const connect = createConnect({
      clients: services.clients,
      keys: services.keys,
      readPasted,
      openForm: async () => {},
      diagnose: async (_connection, apiKey) => void diagnosed.push(apiKey),
    });
    const acts = [
      { type: 'http://clear.invalid' },
      { type: key },
      { press: 'Diagnose Connection' },
    ];
    const refused = await answerQuestions(false, async () => {
      await acting([...acts, 'leave'], connect);
    });
    assert.deepEqual([refused.length, diagnosed], [2, []]);
    await answerQuestions(true, async () => {
      await acting(acts, connect);
    });
    assert.deepEqual(diagnosed, [key]);
  });

  it('masks a key that is not saved yet in what the service says of its models', async () => {
    const { services } = await activated();
    const fresh = `sk-${crypto.randomUUID()}`;
    const service = await startScriptedService(json({ data: [{ id: 'm1', owned_by: fresh }] }));
    try {
      const connection = { id: 'fresh', name: 'Fresh', baseUrl: service.origin };
      const [model] = await (await services.clients(connection, fresh)).listModels();
      assert.equal(model?.owned_by, '[key]');
    } finally {
      await service.close();
    }
  });

  it('says at once that a key must not be in the address', async () => {
    const { requests, seen, forms } = await connectTo('/v1?api-key=canary', [list], () => [
      'leave',
    ]);
    assert.equal(requests.length, 0);
    assert.match(seen[1]?.problem ?? '', /must not contain a key, as in “api-key”/);
    assert.deepEqual(forms, []);
  });
});
