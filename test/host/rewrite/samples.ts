import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chunk, eventStream, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';

const lines = Array.from({ length: 20 }, (_, at) => `const v${at + 1} = ${at + 1};`);

/** A file of 20 lines. */
export const source = `${lines.join('\n')}\n`;

/** The first twelve lines with three that are changed. */
export const commented = lines
  .slice(0, 12)
  .map((line, at) => (at % 5 === 0 ? `${line} // new` : line))
  .join('\n');

/** A reply that is a block of code. */
export function reply(code: string, finishReason = 'stop', fence = '```'): Script {
  return eventStream(replyStream([`${fence}ts\n${code}\n${fence}\n`], finishReason));
}

/** Sends the first part of the code, and the rest when the test lets it go on. */
export function held(first: string, rest: string): Script {
  return async (answer) => {
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(`data: ${chunk({ content: `\`\`\`ts\n${first}` })}\n\n`);
    await answer.request.goOn;
    await answer.send(replyStream([`${rest}\n\`\`\`\n`]));
  };
}

/** Inserts text at the start of a line, counted from 1. */
export async function type(
  document: vscode.TextDocument,
  line: number,
  text: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(line - 1, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}
