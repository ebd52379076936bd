import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redactor.ts';
import { streamLogged, type StreamServices } from '../chat/replyStream.ts';
import { readConnections } from '../connections/connectionSettings.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { createLanguageModels } from './createLanguageModels.ts';
import type { ProviderServices } from './languageModelProvider.ts';
import type { LanguageModelServices } from './services.ts';

/** What the services of the provider are made of. */
interface ProviderSources extends Pick<
  LanguageModelServices,
  'models' | 'adjustments' | 'consents' | 'mayCost'
> {
  /** Of clients that ask the user nothing. */
  readonly clients: StreamServices['clients'];
  readonly log: Log;
  readonly redactor: Redactor;
  readonly onSend: StreamServices['onSend'];
}

/** What the provider and requests of other extensions use. `load` loads what offers models, which few users switch on. */
export function createProviderServices(
  { clients, log, redactor, onSend, models, adjustments, consents, mayCost }: ProviderSources,
  load: () => Promise<typeof createLanguageModels>,
): ProviderServices {
  const streaming = { clients, log, redactor, onHeldBack: () => {}, onSend };
  const services: LanguageModelServices = {
    stream: (...request) => streamLogged(streaming, ...request),
    describeError: (error) => toReplyError(error, redactor),
    models,
    adjustments,
    consents,
    mayCost,
    log,
  };
  return {
    ...services,
    isOffering: () => readConnections().some(({ offerToVSCode }) => offerToVSCode === true),
    load: async () => (await load())(services),
  };
}
