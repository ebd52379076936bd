import * as vscode from 'vscode';
import {
  addAdjustments,
  imagesField,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { nameText } from '../base/safeText.ts';
import { learnLength } from '../chat/lookInto.ts';
import { offerConsent } from '../connections/consents/consents.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { type CallMemory, createCallMemory } from './callMemory.ts';
import { languageModelError, LanguageModelFailure } from './languageModelFailure.ts';
import { type AskedRequest, type PreparedRequest, prepareRequest } from './languageModelRequest.ts';
import {
  offeredModels,
  type OfferedModel,
  offeredTarget,
  unconfirmedOffers,
} from './offeredModels.ts';
import { type ReportedReply, reportReply } from './reportReply.ts';
import { createRequestCounts, initiatorOf } from './requestCounts.ts';
import type { LanguageModelServices } from './services.ts';
import { countTokens, promptTokens } from './tokenCount.ts';
import { dataPart, type ReportedPart } from './untypedParts.ts';

/** The models of chosen connections, as VS Code and other extensions use them. */
export interface LanguageModels extends vscode.Disposable {
  /** The models that are offered. Sends no request. */
  list(): readonly OfferedModel[];
  /**
   * Reports a reply. Rejects with `LanguageModelError` or another error with a sentence for the user, or
   * `CancellationError`. Never asks the user anything.
   */
  respond(
    modelId: string,
    asked: AskedRequest,
    report: (part: ReportedPart) => void,
    token: vscode.CancellationToken,
  ): Promise<void>;
  /** An estimate. Sends no request. */
  countTokens(modelId: string, text: string | vscode.LanguageModelChatRequestMessage): number;
}

/** Sends no request. */
export function createLanguageModels(services: LanguageModelServices): LanguageModels {
  const own: Own = {
    memory: createCallMemory(),
    counts: createRequestCounts(),
    leftOut: new Map(),
  };
  const told = new Set<string>();
  return {
    list() {
      askAboutOffers(services, told);
      return offeredModels(services);
    },
    async respond(modelId, asked, report, token) {
      const target = offeredTarget(modelId, services);
      if (target === undefined) {
        throw vscode.LanguageModelError.NotFound(
          vscode.l10n.t('Parley no longer offers this model.'),
        );
      }
      const abort = new AbortController();
      const cancelled = token.onCancellationRequested(() => abort.abort());
      if (token.isCancellationRequested) {
        abort.abort();
      }
      try {
        await reply({ target, asked, report, signal: abort.signal }, services, own);
      } catch (error) {
        throw abort.signal.aborted
          ? new vscode.CancellationError()
          : failureOf(error, services, target);
      } finally {
        cancelled.dispose();
      }
    },
    countTokens: (modelId, text) =>
      countTokens(text, offeredTarget(modelId, services)?.model ?? ''),
    dispose: () => own.counts.dispose(),
  };
}

/** What is kept until the window closes. */
interface Own {
  readonly memory: CallMemory;
  readonly counts: ReturnType<typeof createRequestCounts>;
  /** Fields that a service has rejected and that other extensions had set, by `targetKey`. */
  readonly leftOut: Map<string, readonly RequestAdjustment[]>;
}

/** A request of another extension, and where its reply goes. */
interface Asking {
  readonly target: ReadyTarget;
  readonly asked: AskedRequest;
  readonly report: (part: ReportedPart) => void;
  readonly signal: AbortSignal;
}

async function reply(
  { target, asked, report, signal }: Asking,
  services: Omit<LanguageModelServices, 'consents'>,
  { memory, counts, leftOut }: Own,
): Promise<void> {
  const { log } = services;
  const initiator = initiatorOf(asked.options);
  const prepared = prepareRequest(target, asked, { ...services, memory });
  const { model, messages, tools = [] } = prepared.request;
  const tokens = promptTokens(prepared.request);
  log.info(
    `${initiator} asks for a reply: connection=${visibleText(target.connection.name)} model=${visibleText(model)} messages=${messages.length} tools=${tools.length}, about ${tokens} tokens`,
  );
  const permission = await services.mayCost(target, tokens);
  if (typeof permission === 'string') {
    log.info(`Nothing was sent for ${initiator}: a cost limit is reached.`);
    throw vscode.LanguageModelError.Blocked(permission);
  }
  const reported: ReportedReply = { hasBegun: false };
  const end = counts.begin(initiator);
  try {
    await run({ target, prepared, report, reported, signal }, { ...services, memory, leftOut });
    reportUsage(reported, initiator, report);
  } finally {
    end();
    permission.cancel();
    log.info(`The reply for ${initiator} has ended: ${usageWords(reported, tokens)}`);
  }
}

/** Says once in a window which connections the settings offer without the user's consent. */
function askAboutOffers(
  services: Pick<LanguageModelServices, 'models' | 'consents' | 'log'>,
  told: Set<string>,
): void {
  for (const connection of unconfirmedOffers(services).filter(({ id }) => !told.has(id))) {
    told.add(connection.id);
    const words = vscode.l10n.t(
      'The settings offer the models of “{0}” to VS Code and other extensions. They are not offered before you confirm it.',
      nameText(connection.name),
    );
    const offer = vscode.l10n.t('Offer Models');
    const ask = async (): Promise<void> => {
      if ((await vscode.window.showInformationMessage(words, offer)) === offer) {
        await services.consents.ask(offerConsent(connection));
      }
    };
    ask().catch((error: unknown) => services.log.warn(messageOf(error)));
  }
}

/** VS Code's own chat, as VS Code names it when it asks. */
const builtInChat = 'github.copilot-chat';

/**
 * Tells VS Code's own chat what a reply used, by which it shows how full the context is. It reads it from a part of
 * its own (`usage` in its source, VS Code 1.139), which says nothing to other extensions.
 */
function reportUsage(
  { usage }: ReportedReply,
  initiator: string,
  report: (part: ReportedPart) => void,
): void {
  if (usage === undefined || initiator.toLowerCase() !== builtInChat) {
    return;
  }
  const part = dataPart(new TextEncoder().encode(JSON.stringify(usage)), 'usage');
  if (part !== undefined) {
    report(part);
  }
}

/** For the log, which is not translated. */
function usageWords({ usage }: ReportedReply, estimate: number): string {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  return prompt === undefined && completion === undefined
    ? `about ${estimate} tokens in the prompt; the service stated no count`
    : `${prompt ?? '?'} tokens in the prompt, ${completion ?? '?'} in the reply`;
}

/** A request as it is sent, and how far its reply has come. */
interface Run extends Omit<Asking, 'asked'> {
  readonly prepared: PreparedRequest;
  readonly reported: ReportedReply;
}

type RunServices = Pick<LanguageModelServices, 'stream' | 'describeError' | 'adjustments'> &
  Pick<Own, 'memory' | 'leftOut'>;

/**
 * Sends the request. If the service rejects a field that the other extension has set, or that a tool must be called,
 * the request is sent once more without it: a rejected request is not billed (`docs/service-interface.md`, "Repeated
 * requests" 1), and nobody could be asked.
 */
async function run(one: Run, services: RunServices): Promise<void> {
  const { target, prepared, reported, signal } = one;
  const { leftOut, describeError } = services;
  const key = targetKey(target);
  for (;;) {
    const known = leftOut.get(key) ?? [];
    try {
      await runOnce(one, known, services);
      return;
    } catch (error) {
      const { refused, status = 0 } = describeError(error);
      const mayLeaveOut =
        refused !== undefined &&
        // A server that fails may have billed the request.
        status < 500 &&
        [...prepared.askedFields, 'tool_choice'].includes(refused.name) &&
        known.every(({ field }) => field !== refused.name);
      if (reported.hasBegun || signal.aborted || !mayLeaveOut) {
        throw error;
      }
      leftOut.set(key, addAdjustments(known, [{ field: refused.name }]));
    }
  }
}

function targetKey({ connection, model }: ReadyTarget): string {
  return JSON.stringify([connection.id, connection.baseUrl, model]);
}

async function runOnce(
  { target, prepared, report, reported, signal }: Run,
  leftOut: readonly RequestAdjustment[],
  { stream, adjustments, memory }: Pick<RunServices, 'stream' | 'adjustments' | 'memory'>,
): Promise<void> {
  let accepted = prepared.request.adjustments ?? [];
  const request = { ...prepared.request, adjustments: addAdjustments(accepted, leftOut) };
  const events = stream(target.connection, request, signal, {
    onDiagnostic(diagnostic) {
      if (diagnostic.kind === 'leftOut') {
        accepted = addAdjustments(accepted, [{ field: diagnostic.field }]);
      }
    },
  });
  const { names, callIds } = prepared;
  const onStarted = () => adjustments.remember(target, accepted);
  await reportReply(events, { names, callIds, memory, report, onStarted }, reported);
}

/** The error for the other extension. What it says of the model is remembered. */
function failureOf(
  error: unknown,
  {
    describeError,
    models,
    adjustments,
  }: Pick<LanguageModelServices, 'describeError' | 'models' | 'adjustments'>,
  target: ReadyTarget,
): Error {
  if (error instanceof vscode.LanguageModelError) {
    return error;
  }
  if (error instanceof LanguageModelFailure) {
    return new Error(`Parley: ${messageOf(error)}`);
  }
  const failure = describeError(error);
  if (failure.kind === 'contextTooLong') {
    learnLength(target.connection, target.model, failure, models.memory);
  }
  if (failure.refusesImages === true) {
    // VS Code then no longer attaches any.
    adjustments.remember(target, [{ field: imagesField }]);
  }
  return languageModelError(failure);
}
