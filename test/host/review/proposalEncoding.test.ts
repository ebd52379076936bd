import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { until } from '../../support/until.ts';
import { focused, openReview, type OpenReview } from '../apply/openReview.ts';
import { closeEditors } from '../closeEditors.ts';
import { answering } from '../git/withRepository.ts';

const left = 'é 😀\nsame\n';
const right = 'è 🙂\nsame\n';

/** Waits until VS Code has a text as that of a file in UTF-8 without a byte order mark. */
async function isShown(uri: vscode.Uri, text: string): Promise<void> {
  await until('the text is read as UTF-8', () => {
    const document = documentAt(uri);
    return document?.getText() === text && document.encoding === 'utf8';
  });
}

function documentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}

async function setEncoding(value: string | undefined, languageId?: string): Promise<void> {
  const scope = languageId === undefined ? undefined : { languageId };
  const files = vscode.workspace.getConfiguration('files', scope);
  const isOfLanguage = languageId !== undefined;
  await files.update('encoding', value, vscode.ConfigurationTarget.Global, isOfLanguage);
}

describe('the encoding of proposed texts', () => {
  let proposals: Proposals;
  before(() => {
    proposals = new Proposals('parley-encoding');
  });
  afterEach(closeEditors);
  afterEach(async () => setEncoding(undefined));
  after(() => proposals.dispose());

  const diff = async (path: string) => {
    const sides = [proposals.add(path, left, true), proposals.add(path, right)] as const;
    await vscode.commands.executeCommand('vscode.diff', ...sides, 'Diff', { preview: false });
    return sides;
  };

  for (const encoding of [undefined, 'utf8bom', 'utf16le', 'windows1252']) {
    it(`is UTF-8 without a byte order mark where the setting is ${encoding ?? 'the default'}`, async () => {
      await setEncoding(encoding);
      const [one, other] = await diff('encoding.txt');
      await isShown(one, left);
      await isShown(other, right);
      await proposals.change(one, () => `${left}ü\n`);
      await proposals.change(other, () => `${right}ß 🙃\n`);
      await isShown(one, `${left}ü\n`);
      await isShown(other, `${right}ß 🙃\n`);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(other, new vscode.Position(0, 0), 'ñ');
      await vscode.workspace.applyEdit(edit);
      const wanted = `ñ${right}ß 🙃\n`;
      await until(
        'what is typed is saved',
        () => Buffer.from(proposals.readFile(other)).toString('utf8') === wanted,
      );
    });
  }

  it('is UTF-8 where the language has an encoding of its own', async () => {
    await setEncoding('windows1252', 'python');
    try {
      const [one, other] = await diff('encoding.py');
      await isShown(one, left);
      await isShown(other, right);
      await proposals.change(other, () => `${right}ß\n`);
      await isShown(other, `${right}ß\n`);
    } finally {
      await setEncoding(undefined, 'python');
    }
  });

  it('is UTF-8 in an editor that opens long after, and then nothing else is proposed', async () => {
    await setEncoding('utf16le');
    const uri = proposals.add('late.txt', right);
    await isShown(uri, right);
    // VS Code gives up those that were opened first and are shown nowhere.
    for (let at = 0; documentAt(uri) !== undefined && at < 200; at += 1) {
      await vscode.workspace.openTextDocument(proposals.add(`${at}.txt`, ''));
    }
    await until('it is closed', () => documentAt(uri) === undefined);
    const seen = new Set<string>();
    const watching = vscode.workspace.onDidChangeTextDocument(() => seen.add(proposals.text(uri)));
    await vscode.window.showTextDocument(uri);
    seen.add(proposals.text(uri));
    await isShown(uri, right);
    watching.dispose();
    assert.deepEqual([...seen], [right]);
  });
});

describe('the encoding of a new file', () => {
  const uri = vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
    'encoded.txt',
  );
  let opened: OpenReview;
  before(() => {
    opened = openReview();
  });
  afterEach(async () => {
    await setEncoding(undefined);
    await closeEditors();
  });
  after(() => opened.dispose());

  const create = async (text: string): Promise<void> => {
    const { review } = opened;
    await review.add([{ kind: 'create', uri, base: '', text }]);
    await focused();
    await review.acceptAll();
  };

  it('is that of the settings', async () => {
    try {
      await setEncoding('windows1252');
      await create('\u00fc\n');
      assert.deepEqual([...(await vscode.workspace.fs.readFile(uri))], [0xfc, 0x0a]);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  it('has all of its characters, or nothing is written', async () => {
    await answering({}, async ({ words }) => {
      await setEncoding('windows1252');
      await create('\u05e9\n');
      assert.match(words.join(), /encoded\.txt \(windows1252\) lacks some of these characters/);
      await assert.rejects(async () => vscode.workspace.fs.stat(uri));
      await opened.review.rejectAll();
    });
  });
});
