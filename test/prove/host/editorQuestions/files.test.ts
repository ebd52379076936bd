import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readFile } from 'node:fs/promises';
import { transcript } from '../../../../src/conversation/conversationState.ts';
import { selectedItems } from '../../../../src/host/context/sources/selections.ts';
import { until } from '../../../support/until.ts';
import { activated } from '../../../host/activated.ts';
import {
  kindsOfFiles,
  largeFile,
  selectedText,
  withKindOfFile,
} from '../../../host/kindsOfFiles.ts';
import { isProof } from '../../../support/quantity.ts';

const commands = [
  'explain',
  'fix',
  'improve',
  'writeTests',
  'document',
  'translate',
  'askAgain',
] as const;

describe('commands on the selection of a file', () => {
  after(activated);

  for (const [index, kind] of [...kindsOfFiles, largeFile].entries()) {
    // All do the same with it: the slice has each command, and each kind of file, but not each with each.
    const tried = isProof ? commands : commands.slice(index % commands.length).slice(0, 1);
    it(`each send it as it is, and leave the file alone: ${kind.what}`, async () => {
      const { chat } = await activated();
      await withKindOfFile(kind, async ({ document }, path) => {
        const before = path === undefined ? undefined : await readFile(path);
        const { version } = document;
        const [startLine, endLine] = kind.lines;
        for (const command of tried) {
          const { length } = transcript(chat.session.conversation);
          const running = vscode.commands.executeCommand(`parley.${command}`);
          const turn = await until('the message is sent', async () => {
            // The language to translate to is asked for.
            await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
            return transcript(chat.session.conversation)[length];
          });
          const [item, ...others] = turn.user.context;
          assert.deepEqual(others, []);
          assert.deepEqual(
            item,
            {
              ...(kind.isCell === true && { kind: 'cell', name: '2' }),
              path: path === undefined ? document.uri.path : `kinds/${kind.name}`,
              languageId: kind.language,
              startLine,
              endLine,
              text: selectedText(kind),
            },
            command,
          );
          chat.session.stop();
          await running;
          await until('the reply has ended', () => !chat.session.isRunning);
          await vscode.window.showTextDocument(document);
        }
        const [prompted] = selectedItems([
          vscode.window.activeTextEditor ?? assert.fail('There is no editor.'),
        ]);
        assert.equal(prompted?.item.text, selectedText(kind));
        assert.equal(document.version, version);
        assert.deepEqual(path && (await readFile(path)), before);
      });
    });
  }
});
