import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../../src/host/connections/connection.ts';
import type { Target } from '../../../src/host/connections/target.ts';
import type { DiagnosisServices } from '../../../src/host/diagnosis/diagnosisServices.ts';
import { diagnosisPages } from '../../../src/host/diagnosisPage/diagnosisPages.ts';
import type { TabPanel } from '../../../src/host/diagnosisPage/diagnosisTab.ts';
import type { DiagnosisAction } from '../../../src/shared/diagnosis/diagnosis.ts';
import type { HostToDiagnosisPage } from '../../../src/shared/diagnosis/protocol.ts';
import { until } from '../../support/until.ts';

type Client = Awaited<ReturnType<DiagnosisServices['clients']>>;

const work: Target = {
  connection: { id: 'work', name: 'Work', baseUrl: 'https://work.invalid' },
  model: 'm1',
};
const other: Target = { connection: { id: 'other', name: 'Other', baseUrl: 'http://x.invalid' } };

/** Editor tabs, played by the test. */
function fakeTabs() {
  const tabs: {
    readonly posted: HostToDiagnosisPage[];
    readonly say: (message: unknown) => void;
    readonly close: () => void;
    reveals: number;
  }[] = [];
  const create = (): TabPanel => {
    const received = new vscode.EventEmitter<unknown>();
    const disposed = new vscode.EventEmitter<void>();
    const posted: HostToDiagnosisPage[] = [];
    const tab = {
      posted,
      reveals: 0,
      say: (message: unknown) => received.fire(message),
      close: () => disposed.fire(),
    };
    tabs.push(tab);
    const panel = {
      webview: {
        html: '',
        options: {},
        cspSource: 'https://csp.test',
        asWebviewUri: (uri: vscode.Uri) => uri,
        postMessage: async (message: HostToDiagnosisPage) => posted.push(message) > 0,
        onDidReceiveMessage: received.event,
      },
      reveal: () => (tab.reveals += 1),
      onDidDispose: disposed.event,
      dispose: () => disposed.fire(),
    };
    return panel;
  };
  return { tabs, create };
}

/** Pages whose services answer with a model list only when the test lets them, without a network. */
function openPages() {
  const { tabs, create } = fakeTabs();
  const keys: (string | undefined)[] = [];
  const signals: AbortSignal[] = [];
  const acted: [DiagnosisAction, string][] = [];
  let saved: Target | undefined = work;
  let answer = (): Promise<Awaited<ReturnType<Client['listModels']>>> =>
    Promise.resolve([{ id: 'm1' }]);
  const listModels: Client['listModels'] = async (options) => {
    if (options?.signal !== undefined) {
      signals.push(options.signal);
    }
    return answer();
  };
  const diagnosis: DiagnosisServices = {
    redactor: { redact: (text) => text.replaceAll('sk-secret', '[key]'), ready: async () => {} },
    clients: async (_connection: Connection, apiKey?: string) => {
      keys.push(apiKey);
      return { listModels } as unknown as Client;
    },
    describeError: (error) => ({ kind: 'auth', status: 401, message: String(error) }),
    stream: () => assert.fail('No reply was asked for.'),
    known: () => ({ facts: undefined, price: undefined, adjustments: [] }),
    keepList: () => {},
    network: undefined,
    place: {
      remoteName: undefined,
      isRemote: false,
      isBrowser: false,
      extensionId: 'parley-chat.parley',
    },
    setting: () => undefined,
  };
  const pages = diagnosisPages(
    {
      extensionUri: vscode.Uri.file('/x'),
      diagnosis,
      saved: (id) => (saved?.connection.id === id ? saved : undefined),
      act: async (action, { id }) => {
        acted.push([action, id]);
        return 'It was done.';
      },
    },
    create,
  );
  return {
    pages,
    tabs,
    keys,
    signals,
    acted,
    setAnswer: (next: typeof answer) => (answer = next),
    setSaved: (next: Target | undefined) => (saved = next),
  };
}

type Pages = ReturnType<typeof openPages>;

function lastDiagnosis({ tabs }: Pages, index = 0) {
  const last = tabs[index]?.posted.findLast((message) => message.kind === 'diagnosis');
  return last?.kind === 'diagnosis' ? last : undefined;
}

async function ended(pages: Pages, run: number): Promise<void> {
  await until('the diagnosis has ended', () => {
    const last = lastDiagnosis(pages);
    return last?.run === run && !last.diagnosis.isRunning;
  });
}

describe('the tabs of diagnoses', () => {
  it('are one for each connection; opening one again diagnoses again', async () => {
    const opened = openPages();
    opened.pages.open(work);
    await ended(opened, 1);
    opened.pages.open(other);
    opened.pages.open(work);
    await ended(opened, 2);
    assert.equal(opened.tabs.length, 2);
    assert.equal(opened.tabs[0]?.reveals, 2);
    opened.tabs[0]?.close();
    opened.pages.open(work);
    assert.equal(opened.tabs.length, 3, 'a tab that was closed is made again');
  });

  it('take no second diagnosis while one is running', async () => {
    const opened = openPages();
    opened.setAnswer(() => new Promise(() => {}));
    opened.pages.open(work);
    await until('the list is requested', () => opened.signals.length);
    opened.pages.open(work);
    opened.tabs[0]?.say({ kind: 'runAgain' });
    assert.equal(lastDiagnosis(opened)?.run, 1);
    assert.equal(opened.signals.length, 1);
  });

  it('show the diagnosis again when the page asks for it', async () => {
    const opened = openPages();
    opened.pages.open(work);
    await ended(opened, 1);
    const [tab] = opened.tabs;
    const shown = lastDiagnosis(opened);
    tab?.posted.splice(0);
    tab?.say({ kind: 'ready' });
    assert.deepEqual(tab?.posted, [shown]);
  });

  it('end all work when they are closed, and show nothing more', async () => {
    const opened = openPages();
    let fail = (_error: Error): void => {};
    opened.setAnswer(() => new Promise((_resolve, reject) => (fail = reject)));
    opened.pages.open(work);
    const [signal] = await until(
      'the list is requested',
      () => opened.signals.length > 0 && opened.signals,
    );
    const [tab] = opened.tabs;
    tab?.close();
    assert.equal(signal?.aborted, true);
    const count = tab?.posted.length;
    fail(new Error('too late'));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(tab?.posted.length, count);
  });

  it('stop when the user wants it, and then run again with the connection as it is saved now', async () => {
    const opened = openPages();
    opened.setAnswer(() => new Promise(() => {}));
    opened.pages.open(work, 'sk-typed');
    const [signal] = await until(
      'the list is requested',
      () => opened.signals.length > 0 && opened.signals,
    );
    opened.tabs[0]?.say({ kind: 'stop' });
    assert.equal(signal?.aborted, true);
    await ended(opened, 1);
    assert.equal(lastDiagnosis(opened)?.diagnosis.isStopped, true);
    opened.setAnswer(() => Promise.resolve([{ id: 'm2' }]));
    opened.setSaved({ connection: { ...work.connection, name: 'Renamed' }, model: 'm2' });
    opened.tabs[0]?.say({ kind: 'runAgain' });
    await ended(opened, 2);
    assert.equal(lastDiagnosis(opened)?.diagnosis.connection, 'Renamed');
    assert.deepEqual(new Set(opened.keys), new Set(['sk-typed', undefined]));
  });

  it('keep the typed key of a connection that is not saved', async () => {
    const opened = openPages();
    opened.setSaved(undefined);
    opened.pages.open(work, 'sk-typed');
    await ended(opened, 1);
    opened.tabs[0]?.say({ kind: 'runAgain' });
    await ended(opened, 2);
    assert.deepEqual(new Set(opened.keys), new Set(['sk-typed']));
  });

  it('carry out only what a finding offers, and ignore what is no message', async () => {
    const opened = openPages();
    opened.setAnswer(() => Promise.reject(new Error('sk-secret is wrong')));
    opened.pages.open(work);
    await ended(opened, 1);
    const [tab] = opened.tabs;
    for (const message of [
      undefined,
      'runAgain',
      { kind: 'act' },
      { kind: 'act', action: 'deleteEverything' },
      { kind: 'act', action: ['setKey'] },
      { kind: 'act', action: 'useStandardMode' },
      { kind: 'constructor' },
      { kind: 'open', connection: work },
    ]) {
      tab?.say(message);
    }
    assert.deepEqual(opened.acted, []);
    tab?.say({ kind: 'act', action: 'setKey' });
    await until('it is said', () => tab?.posted.some(({ kind }) => kind === 'said'));
    assert.deepEqual(opened.acted, [['setKey', 'work']]);
    assert.equal(lastDiagnosis(opened)?.run, 1);
  });

  it('copy a report without the key, and say so', async () => {
    const opened = openPages();
    opened.setAnswer(() => Promise.reject(new Error('sk-secret is wrong')));
    opened.pages.open(work);
    await ended(opened, 1);
    const [tab] = opened.tabs;
    tab?.say({ kind: 'copyReport' });
    await until('it is said', () => tab?.posted.some(({ kind }) => kind === 'said'));
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /Connection Diagnosis/);
    assert.doesNotMatch(report + JSON.stringify(tab?.posted), /sk-secret/);
  });
});
