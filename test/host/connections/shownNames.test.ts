import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { statusBarState } from '../../../src/host/panel/statusBar.ts';
import { panelSettings } from '../../../src/host/panel/panelSettings.ts';
import { json } from '../../support/service/scripts.ts';
import { withConnection } from '../withConnection.ts';

const { window } = vscode;

/** Records every text that VS Code is asked to show while `work` runs; each question is left unanswered. */
async function shownBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: unknown[] = [];
  const ask = async (...asked: unknown[]) => void texts.push(asked);
  const { createInputBox, createQuickPick } = window;
  const recorded = <T extends vscode.QuickInput>(box: T): T => {
    const show = box.show.bind(box);
    box.show = () => {
      const { title, prompt, placeholder } = box as Partial<vscode.InputBox>;
      texts.push([title, prompt, placeholder, (box as Partial<vscode.QuickPick<never>>).items]);
      show();
      box.hide();
    };
    return box;
  };
  const recording = {
    showQuickPick: ask,
    showInputBox: ask,
    showInformationMessage: ask,
    showWarningMessage: ask,
    showErrorMessage: ask,
    createInputBox: () => recorded(createInputBox()),
    createQuickPick: () => recorded(createQuickPick()),
  };
  const names = new Set<string>(Object.keys(recording));
  const original = Object.fromEntries(Object.entries(window).filter(([name]) => names.has(name)));
  Object.assign(window, recording);
  try {
    await work();
  } finally {
    Object.assign(window, original);
  }
  // What a row stands for is not shown.
  const isHidden = (field: string) => ['pick', 'modelId', 'connection'].includes(field);
  return texts.map((text) =>
    JSON.stringify(text, (field, value: unknown) => (isHidden(field) ? undefined : value)),
  );
}

describe('the name and the address of a connection', () => {
  it('have no invisible character wherever VS Code shows them, and the host as it is sent', async () => {
    const fields = { name: 'Good\u202edoog', model: 'm\u2066odel' };
    const list = json({ data: [{ id: 'm\u2066odel' }] });
    await withConnection(
      [list, list, list],
      async ({ chat, services }, service) => {
        const settings = vscode.workspace.getConfiguration('parley');
        const baseUrl = service.origin.replace('127.0.0.1', '0x7f.1');
        const entry = { id: 'shown', baseUrl, ...fields };
        await settings.update('connections', [entry], vscode.ConfigurationTarget.Global);
        await chat.target.choose('shown', fields.model);
        const run = async (name: string) => vscode.commands.executeCommand(`parley.${name}`);
        const shown = await shownBy(async () => {
          for (const name of [
            'chooseConnection',
            'setKey',
            'forgetKey',
            'diagnoseConnection',
            'chooseModel',
          ]) {
            await run(name);
          }
        });
        const target = chat.target.current();
        assert.ok(target);
        const state = statusBarState(chat.session.conversation, target, {
          place: 'here',
        });
        const panel = panelSettings(chat, services.adjustments, services.models);
        const all = [...shown, state.text, state.tooltip, JSON.stringify(panel.target?.connection)];
        assert.ok(
          all.filter((text) => text.includes(String.raw`202e`)).length >= 5,
          all.join('\n'),
        );
        for (const text of all) {
          assert.doesNotMatch(text, /[\u202e\u2066]|0x7f/);
        }
        assert.ok(shown.some((text) => text.includes(service.origin)));
      },
      fields,
    );
  });
});
