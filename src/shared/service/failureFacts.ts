import type { KeySourceKind } from './keySource.ts';
import type { RefusedField } from './requestAdjustment.ts';

/** The facts of a failed request beside its kind and its summary. */
export interface FailureFacts {
  /** Method and address of the request: `GET https://host/v1/models`. */
  readonly tried?: string | undefined;
  /** HTTP status of the response; missing if there was none. */
  readonly status?: number | undefined;
  /**
   * The code of the service or of the system (`ECONNREFUSED`). Always `model_not_found` if the service
   * does not have the model.
   */
  readonly code?: string | undefined;
  /** The ID by which the operator of the service finds the request in a log. */
  readonly requestId?: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The words of the service, at most 500 characters. */
  readonly detail?: string | undefined;
  /** The field of the request that the service rejected. */
  readonly refused?: RefusedField | undefined;
  /** The model takes no images, and the request had some. */
  readonly refusesImages?: true | undefined;
  /** The service requires a key, and none was sent. */
  readonly isKeyMissing?: true | undefined;
  /** Where the key came from or was to come from; missing for a typed key. */
  readonly keySource?: KeySourceKind | undefined;
}
