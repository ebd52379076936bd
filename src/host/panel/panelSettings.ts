import * as vscode from 'vscode';
import type { PanelSettings, PanelTarget, TargetService } from '../../shared/panel/panelState.ts';
import { contextOf, listedModel, type Models, knownPrices } from '../models/models.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import { contextItem } from '../editor/selectionContext.ts';
import { announceMode, appearance, drawsDiagrams, sendWith } from '../base/settings.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { Target } from '../connections/target.ts';
import type { ContextItem, Turn } from '../../shared/conversation/conversation.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import type { KnownPrices } from '../../shared/models/prices.ts';
import type { Connection } from '../connections/connection.ts';
import {
  demoConnection,
  readConnections,
  unusableConnections,
} from '../connections/connectionSettings.ts';
import { sentReasoningField, targetParameters } from '../chat/buildRequest.ts';
import type { Chat } from '../chat/chat.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** What a panel with this chat shows besides the conversation. */
export function panelSettings(
  { session, target: chatTarget }: Chat,
  adjustments: Pick<AdjustmentMemory, 'of' | 'effortsOf' | 'refusesImages'>,
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
      ...targetParameters(target, listedModel(target, models), adjustments.effortsOf(target)),
      reasoningField: sentReasoningField(target),
      images: adjustments.refusesImages(target)
        ? 'refused'
        : takenImages(listedModel(target, models)),
      context: contextOf(target, models),
    },
    prices: chatPrices(session.conversation.turns, target, models),
    sendWith: sendWith(),
    announce: announceMode(),
    appearance: appearance(),
    selection: selectionNow(),
    drawsDiagrams: drawsDiagrams(),
    problems: unusableConnections().map(({ name, problem }) => visibleText(`${name}: ${problem}`)),
  };
}

/** What the model list says about images; undefined if it says nothing. */
function takenImages(listed: ModelFacts | undefined): PanelTarget['images'] {
  return listed?.abilities?.includes('vision') === true
    ? 'listed'
    : listed?.images === 'none'
      ? 'notListed'
      : undefined;
}

/** The prices of the models that a chat has used, and of the one that it will use next. */
function chatPrices(
  turns: readonly Turn[],
  target: Target | undefined,
  { catalogue }: Models,
): KnownPrices {
  const next =
    target?.model === undefined
      ? []
      : [{ connectionId: target.connection.id, model: target.model, answeredBy: undefined }];
  return knownPrices([...turns.map(({ reply }) => reply), ...next], catalogue);
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
    onSelectionChange(tell),
    vscode.workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration('parley') && tell(),
    ),
  );
}

/**
 * Where the only selection is of the active editor or, while a chat's tab is active, of the one that is visible. None of
 * an output channel.
 */
function selectionNow(): ContextItem | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const [editor, ...others] = activeTextEditor ? [activeTextEditor] : visibleTextEditors;
  if (editor === undefined || others.length > 0 || editor.document.uri.scheme === 'output') {
    return undefined;
  }
  const { document, selection, selections } = editor;
  return selection.isEmpty || selections.length > 1
    ? undefined
    : { ...contextItem(document, selection), text: '' };
}

/** So long after the last of several changes it is told: dragging the mouse makes many. */
const pauseMs = 100;

/** Calls `tell` when something else is selected, and not whenever the cursor moves. */
function onSelectionChange(tell: () => void): vscode.Disposable {
  let known = JSON.stringify(selectionNow());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    const now = JSON.stringify(selectionNow());
    if (now !== known) {
      known = now;
      tell();
    }
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, pauseMs);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(check),
    vscode.window.onDidChangeTextEditorSelection(checkSoon),
    { dispose: () => clearTimeout(timer) },
  );
}
