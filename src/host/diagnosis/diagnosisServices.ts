import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import type { Price } from '../../shared/models/prices.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { CallOptions } from '../../service/endpoint.ts';
import type { Redactor } from '../base/redactor.ts';
import type { Connection } from '../connections/connection.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import type { Target } from '../connections/target.ts';
import type { NetworkTools } from './networkTools.ts';

/** The scheme of the documents with diagnoses. The query of an address is the ID of a connection. */
export const diagnosisScheme = 'parley-diagnosis';

/**
 * What a diagnosis needs. It is in a bundle of its own, whose classes are other ones than those of the extension:
 * errors come as data.
 */
export interface DiagnosisServices {
  readonly redactor: Pick<Redactor, 'redact' | 'ready'>;
  readonly clients: ServiceClients;
  /** An error as it is shown, without any known secret. */
  readonly describeError: (error: unknown) => ReplyError;
  /** Streams a reply of a client of `clients`, logs it and counts what it costs. */
  readonly stream: (
    clients: ServiceClients,
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
    watch: Omit<CallOptions, 'signal'>,
  ) => AsyncIterable<ServiceEvent>;
  /** What is known of a model without a request. */
  readonly known: (target: Target) => KnownModel;
  /** `undefined` in the extension host of a browser. */
  readonly network: NetworkTools | undefined;
  readonly place: Place;
  /** The value of a setting of VS Code, such as `http.proxy`. */
  readonly setting: (name: string) => unknown;
  readonly limits?: Partial<DiagnosisLimits> | undefined;
}

/** What the model list, the user and earlier requests say about a model. */
export interface KnownModel {
  readonly facts: ModelFacts | undefined;
  readonly price: Price | undefined;
  /** What the service rejected before. */
  readonly adjustments: readonly RequestAdjustment[];
}

/** Where the extension host runs. */
export interface Place {
  /** As `vscode.env.remoteName`: `ssh-remote`, `wsl`, `dev-container`. Missing without a remote. */
  readonly remoteName: string | undefined;
  /** Whether this extension host is that of the remote. */
  readonly isRemote: boolean;
  /** Whether the window is in a browser. */
  readonly isBrowser: boolean;
  /** The ID of the extension, by which settings name it. */
  readonly extensionId: string;
}

/** In milliseconds. */
export interface DiagnosisLimits {
  /** For each step on the way to the service. */
  readonly stepMs: number;
  /** For the model list. */
  readonly modelsMs: number;
  /** For a reply. The time limits of the connection apply as well. */
  readonly replyMs: number;
  /** A reply that begins later than this is slow. */
  readonly slowMs: number;
}

export const defaultLimits: DiagnosisLimits = {
  stepMs: 10_000,
  modelsMs: 30_000,
  replyMs: 180_000,
  slowMs: 10_000,
};
