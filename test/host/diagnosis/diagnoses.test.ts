import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../../src/host/connections/connection.ts';
import type { Target } from '../../../src/host/connections/target.ts';
import { createDiagnoses } from '../../../src/host/diagnosis/diagnoses.ts';
import type { DiagnosisAction } from '../../../src/host/diagnosis/diagnosis.ts';
import type { DiagnosisServices } from '../../../src/host/diagnosis/diagnosisServices.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

type Client = Awaited<ReturnType<DiagnosisServices['clients']>>;

const work: Target = {
  connection: { id: 'work', name: 'Work', baseUrl: 'https://work.invalid' },
  model: 'm1',
};
const other: Target = { connection: { id: 'other', name: 'Other', baseUrl: 'http://x.invalid' } };

/** Diagnoses whose services answer with a model list only when the test lets them, without a network. */
async function openDiagnoses() {
  // It provides the documents.
  await activated();
  const keys: (string | undefined)[] = [];
  const signals: AbortSignal[] = [];
  const acted: [DiagnosisAction, string][] = [];
  const changes: vscode.Uri[] = [];
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
    network: undefined,
    place: {
      remoteName: undefined,
      isRemote: false,
      isBrowser: false,
      extensionId: 'parley-chat.parley',
    },
    setting: () => undefined,
  };
  const diagnoses = createDiagnoses({
    diagnosis,
    saved: (id) => (saved?.connection.id === id ? saved : undefined),
    act: async (action, { id }) => {
      acted.push([action, id]);
      return 'It was done.';
    },
    onChange: (uri) => changes.push(uri),
  });
  opened.push(diagnoses);
  const text = (id = 'work'): string => {
    const uri = changes.findLast(({ query }) => query === id);
    return uri === undefined ? '' : diagnoses.text(uri);
  };
  return {
    open: async (target: Target, apiKey?: string) => diagnoses.open(target, apiKey),
    press: async (id: string, button: string) => diagnoses.press(id, button),
    keys,
    signals,
    acted,
    changes,
    text,
    ended: async (result: RegExp) => until('the diagnosis has ended', () => result.test(text())),
    requested: async () =>
      until('the list is requested', () => signals.length > 0 && signals.at(-1)),
    setAnswer: (next: typeof answer) => (answer = next),
    setSaved: (next: Target | undefined) => (saved = next),
  };
}

const opened: vscode.Disposable[] = [];

function tabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ label }) => label.startsWith('Connection Diagnosis'));
}

describe('the documents of diagnoses', () => {
  afterEach(async () => {
    vscode.Disposable.from(...opened.splice(0)).dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('are one for each connection, and say that of another one in it', async () => {
    const diagnoses = await openDiagnoses();
    await diagnoses.open(work);
    await diagnoses.ended(/\*\*No problem found/);
    await diagnoses.open(other);
    await diagnoses.open(work);
    assert.equal(tabs().length, 2);
    assert.match(diagnoses.text(), /Work · https:\/\/work\.invalid\/v1 · m1 · /);
    assert.match(diagnoses.text('other'), /Other · http:\/\/x\.invalid/);
    assert.deepEqual(new Set(diagnoses.keys), new Set([undefined]));
  });

  it('take no second diagnosis while one is running', async () => {
    const diagnoses = await openDiagnoses();
    diagnoses.setAnswer(() => new Promise(() => {}));
    await diagnoses.open(work);
    await diagnoses.requested();
    await diagnoses.open(work);
    await diagnoses.press('work', 'runAgain');
    assert.equal(diagnoses.signals.length, 1);
    assert.match(diagnoses.text(), /## … Model list: Checking…/);
  });

  it('end all work when they are closed, and show nothing more', async () => {
    const diagnoses = await openDiagnoses();
    let fail = (_error: Error): void => {};
    diagnoses.setAnswer(() => new Promise((_resolve, reject) => (fail = reject)));
    await diagnoses.open(work);
    const signal = await diagnoses.requested();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('it is aborted', () => signal && signal.aborted);
    const count = diagnoses.changes.length;
    fail(new Error('too late'));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(diagnoses.changes.length, count);
  });

  it('stop when the user wants it, and then run again with the connection as it is saved now', async () => {
    const diagnoses = await openDiagnoses();
    diagnoses.setAnswer(() => new Promise(() => {}));
    await diagnoses.open(work, 'sk-typed');
    const signal = await diagnoses.requested();
    await diagnoses.press('work', 'stop');
    assert.equal(signal && signal.aborted, true);
    await diagnoses.ended(/\*\*Stopped before the end/);
    diagnoses.setAnswer(() => Promise.resolve([{ id: 'm2' }]));
    diagnoses.setSaved({ connection: { ...work.connection, name: 'Renamed' }, model: 'm2' });
    await diagnoses.press('work', 'runAgain');
    await diagnoses.ended(/Renamed[^]*\*\*No problem found/);
    assert.deepEqual(new Set(diagnoses.keys), new Set(['sk-typed', undefined]));
  });

  it('keep the typed key of a connection that is not saved', async () => {
    const diagnoses = await openDiagnoses();
    diagnoses.setSaved(undefined);
    await diagnoses.open(work, 'sk-typed');
    await diagnoses.ended(/\*\*No problem found/);
    await diagnoses.press('work', 'runAgain');
    await until('it is requested again', () => diagnoses.signals.length === 2);
    assert.deepEqual(new Set(diagnoses.keys), new Set(['sk-typed']));
  });

  it('carry out only what a finding offers', async () => {
    const diagnoses = await openDiagnoses();
    diagnoses.setAnswer(() => Promise.reject(new Error('sk-secret is wrong')));
    await diagnoses.open(work);
    await diagnoses.ended(/\*\*Problem: Key rejected/);
    for (const button of ['deleteEverything', 'useStandardMode', 'stop', 'constructor', '']) {
      await diagnoses.press('work', button);
    }
    await diagnoses.press('other', 'setKey');
    assert.deepEqual(diagnoses.acted, []);
    await diagnoses.press('work', 'setKey');
    assert.deepEqual(diagnoses.acted, [['setKey', 'work']]);
    assert.equal(diagnoses.signals.length, 1);
  });

  it('copy what they show, without the key', async () => {
    const diagnoses = await openDiagnoses();
    diagnoses.setAnswer(() => Promise.reject(new Error('sk-secret is wrong')));
    await diagnoses.open(work);
    await diagnoses.ended(/\*\*Problem: Key rejected/);
    await diagnoses.press('work', 'copyReport');
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /Connection Diagnosis[^]*\(auth\)/);
    assert.doesNotMatch(report, /sk-secret/);
  });

  it('have their buttons above the lines, by both commands', async () => {
    await activated();
    for (const command of ['parley.diagnoseConnection', 'parley.testConnection']) {
      await vscode.commands.executeCommand(command, 'demo');
      const document = await until('the diagnosis of the demo has ended', () => {
        const active = vscode.window.activeTextEditor?.document;
        return active?.getText().includes('**No problem found') === true && active;
      });
      assert.match(document.getText(), /Nothing leaves this computer/);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      const titles = lenses.map((lens) => lens.command?.title);
      assert.deepEqual(titles, ['Run Again', 'Copy Report', 'Show Log', 'Check Replies']);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
