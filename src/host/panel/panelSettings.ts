import * as vscode from 'vscode';
import type { PanelSettings, TargetService } from '../../shared/panel/panelProtocol.ts';
import { contextOf, type Models } from '../models/models.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import { announceMode, appearance, sendWith, userPrices } from '../base/settings.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { Connection } from '../connections/connection.ts';
import {
  demoConnection,
  readConnections,
  unusableConnections,
} from '../connections/connectionSettings.ts';
import type { Chat } from '../chat/chat.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** The settings of VS Code that `panelSettings` reads. */
const own = [
  'parley.prices',
  'parley.sendWith',
  'parley.announce',
  'parley.fontFamily',
  'parley.fontSize',
  'parley.density',
] as const;

/** What a panel with this chat shows besides the conversation. */
export function panelSettings(
  { target: chatTarget }: Chat,
  adjustments: Pick<AdjustmentMemory, 'of'>,
  models: Models,
): PanelSettings {
  const target = chatTarget.current();
  return {
    target: target && {
      connection: visibleText(target.connection.name),
      service: targetService(target.connection),
      model: target.model,
      systemPrompt: target.connection.systemPrompt,
      parameters: target.connection.parameters,
      adjustments: adjustments.of(target),
      context: contextOf(target, models),
    },
    prices: userPrices(),
    sendWith: sendWith(),
    announce: announceMode(),
    appearance: appearance(),
    problems: unusableConnections().map(({ name, problem }) => visibleText(`${name}: ${problem}`)),
  };
}

/** The service of a connection; undefined for the embedded one. */
function targetService(connection: Connection): TargetService | undefined {
  if (connection.id === demoConnection.id) {
    return undefined;
  }
  const { origin } = serviceAddress(connection.baseUrl);
  const connections = readConnections()
    .filter(({ baseUrl }) => serviceAddress(baseUrl).origin === origin)
    .map(({ id, name }) => ({ id, name }));
  return { host: new URL(origin).host, connections };
}

/** Calls `tell` when the result of `panelSettings` may have changed. */
export function onPanelSettingsChange(
  sources: readonly { readonly onDidChange: vscode.Event<void> }[],
  tell: () => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...sources.map(({ onDidChange }) => onDidChange(tell)),
    vscode.workspace.onDidChangeConfiguration(
      (event) => own.some((name) => event.affectsConfiguration(name)) && tell(),
    ),
  );
}
