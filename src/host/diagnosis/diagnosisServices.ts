import type * as vscode from 'vscode';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { Price } from '../../shared/models/prices.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import type {
  ChatCompletionRequest,
  Model,
  ServiceEvent,
} from '../../shared/service/chatCompletion.ts';
import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { CallOptions } from '../../service/endpoint.ts';
import type { Redactor } from '../base/redactor.ts';
import type { Connection } from '../connections/connection.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Target } from '../connections/target.ts';

/** What a diagnosis needs of Parley. It is in a bundle of its own, and gets functions and data only. */
export interface DiagnosisServices {
  readonly redactor: Redactor;
  readonly clients: ServiceClients;
  /** An error as it is shown, without any known secret. */
  readonly describeError: (error: unknown) => ReplyError;
  /** Streams a reply, logs it and counts what it costs. */
  readonly stream: (
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
    watch: Pick<CallOptions, 'onDiagnostic' | 'onResponse' | 'isRepeated'>,
  ) => AsyncIterable<ServiceEvent>;
  /** What a model list says about a model. */
  readonly factsOf: (model: Model) => ModelFacts;
  /** What is known of a model: by its list, and by the user. */
  readonly known: (target: Target) => {
    readonly price: Price | undefined;
    readonly adjustments: readonly RequestAdjustment[];
  };
  /** Whether this extension host runs on the computer of the user (`UI`) or where the workspace is. */
  readonly extensionKind: vscode.ExtensionKind;
}
