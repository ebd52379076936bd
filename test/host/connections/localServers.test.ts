import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useLocalServer } from '../../../src/host/connections/localServers.ts';

/** What the list of servers shows if the ones on these ports answer with these bodies. */
async function shownServers(
  answers: Readonly<Record<string, unknown>>,
): Promise<readonly (readonly [label: string, detail: string | undefined])[]> {
  const { fetch } = globalThis;
  const { showQuickPick } = vscode.window;
  let shown: readonly vscode.QuickPickItem[] = [];
  globalThis.fetch = async (input) => {
    const { port } = new URL(input instanceof Request ? input.url : input);
    if (answers[port] === undefined) {
      throw new TypeError('fetch failed');
    }
    return Response.json(answers[port]);
  };
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
      shown = items;
    },
  });
  try {
    assert.equal(await useLocalServer(), undefined);
  } finally {
    globalThis.fetch = fetch;
    Object.assign(vscode.window, { showQuickPick });
  }
  return shown.map(({ label, detail }) => [label, detail] as const);
}

describe('servers on this computer', () => {
  it('that have no models yet are listed, with what installs one', async () => {
    const shown = await shownServers({
      11434: { object: 'list', data: null },
      1234: { data: [] },
      8080: { models: null },
      8000: { data: [{ id: 'm' }] },
    });
    assert.deepEqual(shown, [
      [
        'Ollama',
        'No models yet. Install one, for example with “ollama pull <model>” in a terminal.',
      ],
      [
        'LM Studio',
        'No models yet. Install one, for example with “lms get <model>” in a terminal.',
      ],
      ['llama.cpp', 'No models yet. Load one on the server.'],
      ['vLLM', '1 model'],
    ]);
  });
});
