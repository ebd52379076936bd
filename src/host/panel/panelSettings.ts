import * as vscode from 'vscode';
import type { PanelSettings } from '../../shared/panel/panelProtocol.ts';
import { contextOf, type Models } from '../models/models.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import { announceMode, appearance, sendWith, userPrices } from '../base/settings.ts';
import { unusableConnections } from '../connections/connectionSettings.ts';
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
