import type { Target } from '../connections/target.ts';
import type { ModelContext } from '../../shared/panel/panelProtocol.ts';
import { contextLength, type Model } from '../../shared/service/chatCompletion.ts';
import type { ModelCatalogue } from './modelCatalogue.ts';
import type { ModelMemory } from './modelPreferences.ts';

/** What is known of models without asking the service. */
export interface KnownModels {
  readonly catalogue: Pick<ModelCatalogue, 'peek'>;
  readonly memory: Pick<ModelMemory, 'of'>;
}

/**
 * How many tokens the target's model takes, and who says so. An error that has stated it goes before
 * the list: lists often give what the model could take, not what the service lets it.
 */
export function contextOf(
  { connection, model }: Target,
  { catalogue, memory }: KnownModels,
): ModelContext | undefined {
  const learnt = memory.of(connection).lengths.find((length) => length.model === model);
  const listed = catalogue.peek(connection)?.models.find(({ id }) => id === model);
  return modelContext(listed, learnt?.tokens);
}

/** The same for a model of the list and what an error has stated about it. */
export function modelContext(
  listed: Model | undefined,
  learnt: number | undefined,
): ModelContext | undefined {
  if (learnt !== undefined) {
    return { tokens: learnt, source: 'error' };
  }
  const tokens = listed && contextLength(listed);
  return tokens === undefined ? undefined : { tokens, source: 'list' };
}
