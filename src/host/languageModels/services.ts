import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { ServiceDiagnostic } from '../../service/endpoint.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import type { Log } from '../base/log.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { Permission } from '../chat/sender.ts';
import type { Connection } from '../connections/connection.ts';
import type { Consents } from '../connections/consents/consents.ts';
import type { ReadyTarget } from '../connections/target.ts';
import type { Models } from '../models/models.ts';

/** What requests of other extensions use of the rest of Parley. */
export interface LanguageModelServices {
  /** Streams and logs a reply, and counts its costs, without asking the user anything. Throws `ServiceError`. */
  readonly stream: (
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
    watch: { readonly onDiagnostic: (diagnostic: ServiceDiagnostic) => void },
  ) => AsyncIterable<ServiceEvent>;
  /** Describes what `stream` throws, without any known secret. */
  readonly describeError: (error: unknown) => ReplyError;
  readonly adjustments: Pick<AdjustmentMemory, 'of' | 'remember'>;
  readonly models: Pick<Models, 'catalogue' | 'memory' | 'onDidChange'>;
  readonly consents: Pick<Consents, 'has' | 'ask' | 'onDidChange'>;
  /** Permits a prompt of so many tokens, or says why it must not be sent: it would reach the day's cost limit. */
  readonly mayCost: (target: ReadyTarget, tokens: number) => Promise<Permission | string>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}
