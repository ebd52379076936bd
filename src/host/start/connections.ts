import * as vscode from 'vscode';
import { loadOnce } from '../base/loadOnce.ts';
import { loadLater, loadTexts } from './bundles.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import { createConnect } from '../connections/connecting/connectFlow.ts';
import { createDiagnosing, diagnosisServices, diagnosisActions } from '../diagnosis/diagnosing.ts';
import type { Panels } from '../panel/panels.ts';
import type { Services } from './windowServices.ts';

/** Connecting, the page of connections and their diagnosis. The last two are loaded when they are first needed. */
export function startConnections(
  context: vscode.ExtensionContext,
  services: Services,
  panels: Panels,
  adjustments: AdjustmentMemory,
) {
  const { extensionUri, subscriptions } = context;
  const { clients, keys, models, costs } = services;
  const page = loadOnce(async () => {
    const create = await loadLater('createConnectionsPage');
    const made = create(extensionUri, {
      ...services,
      diagnose: diagnosing.check,
      async newChat({ id, model }) {
        const panel = panels.active;
        await panels.newChat().target.choose(id, model);
        await panel.reveal();
      },
    });
    subscriptions.push(made);
    return made;
  });
  const openForm: Parameters<typeof createConnect>[0]['openForm'] = async (...form) =>
    (await page()).openForm(...form);
  const chat = () => panels.active.chat;
  const diagnosing = createDiagnosing({
    async load(uses) {
      const create = await loadLater('createDiagnoses');
      const onSend = costs.begin;
      const diagnosis = diagnosisServices(context, { ...services, adjustments, onSend });
      const made = create({ ...uses, diagnosis });
      subscriptions.push(made);
      return made;
    },
    act: diagnosisActions({ clients, keys, chat, edit: openForm }),
    memory: models.memory,
    chat,
  });
  subscriptions.push(diagnosing);
  return {
    connect: createConnect({
      clients,
      keys,
      openForm,
      peeksAtClipboard: vscode.env.uiKind === vscode.UIKind.Desktop,
      readPasted: async (text) => (await loadTexts('readPastedText'))(text),
      diagnose: diagnosing.open,
    }),
    commands: {
      'parley.manageConnections': async () => (await page()).open(),
      'parley.diagnoseConnection': diagnosing.command,
    },
  };
}
