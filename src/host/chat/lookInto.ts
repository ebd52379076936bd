import { concernsModel } from '../../conversation/errors/errorCase.ts';
import { nearestModels } from '../../conversation/errors/nearestModels.ts';
import { statedContextLength } from '../../conversation/errors/statedContextLength.ts';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { ModelCheck } from '../../shared/models/modelCheck.ts';
import { modelAliases } from '../../shared/models/modelLifetime.ts';
import type { Connection } from '../connections/connection.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { Models } from '../models/models.ts';
import { withLength, type ModelMemory } from '../models/modelPreferences.ts';
import type { Redactor } from '../base/redactor.ts';
import type { ReplyServices } from './replyRun.ts';

/** Longest wait for the model list. The user already waits for the failure to be shown. */
const listMs = 8000;

/** Adds to a failure what the service did not say itself. */
export type LookInto = NonNullable<ReplyServices['lookInto']>;

/**
 * After a failure about the model, asks for the model list once and compares the names
 * (`docs/service-interface.md`, "Errors" 8). No other failure causes a request. If a failure states the
 * context length of the model, it is remembered.
 */
export function createLookInto(
  { catalogue, memory }: Pick<Models, 'catalogue' | 'memory'>,
  redactor: Redactor,
): LookInto {
  return async (failure, { connection, request }, signal) => {
    if (failure.kind === 'contextTooLong') {
      learnLength(connection, request.model, failure, memory);
    }
    return concernsModel(failure, request.model) && !signal.aborted
      ? {
          ...failure,
          modelCheck: await checkModel(connection, request.model, { catalogue, redactor, signal }),
        }
      : failure;
  };
}

/** Remembers the context length of a model, if a failure states it. */
export function learnLength(
  connection: Connection,
  model: string,
  { detail = '' }: ReplyError,
  memory: ModelMemory,
): void {
  const tokens = statedContextLength(detail);
  const notes = memory.of(connection);
  if (tokens !== undefined) {
    memory.change(connection, withLength(notes, model, tokens));
  }
}

interface Means {
  readonly catalogue: ModelCatalogue;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
}

async function checkModel(
  connection: Connection,
  asked: string,
  { catalogue, redactor, signal }: Means,
): Promise<ModelCheck> {
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(listMs)]);
    const models = await catalogue.refresh(connection, inTime);
    const ids = models.flatMap((model) => [model.id].concat(modelAliases(model)));
    return ids.includes(asked)
      ? { kind: 'listed', asked }
      : { kind: 'unlisted', asked, nearest: nearestModels(asked, ids) };
  } catch (error) {
    return { kind: 'noList', asked, reason: redactor.redact(messageOf(error)) };
  }
}
