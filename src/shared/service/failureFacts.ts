import { type ObjectOf, isFiniteNumber, isString, isTrue, optional } from '../guards.ts';
import { isKeySourceKind } from './keySource.ts';
import { isRefusedField } from './requestAdjustment.ts';

export const failureFacts = {
  /** Method and address of the request: `GET https://host/v1/models`. */
  tried: optional(isString),
  /** HTTP status of the response; missing if there was none. */
  status: optional(isFiniteNumber),
  /**
   * The code of the service or of the system (`ECONNREFUSED`). Always `model_not_found` if the service
   * does not have the model.
   */
  code: optional(isString),
  /** The ID by which the operator of the service finds the request in a log. */
  requestId: optional(isString),
  /** How long the service asks to wait. */
  retryAfterMs: optional(isFiniteNumber),
  /** The words of the service, at most 500 characters. */
  detail: optional(isString),
  /** The field of the request that the service rejected. */
  refused: optional(isRefusedField),
  /** The model takes no images, and the request had some. */
  refusesImages: optional(isTrue),
  /** The service requires a key, and none was sent. */
  isKeyMissing: optional(isTrue),
  /** Where the key came from or was to come from; missing for a typed key. */
  keySource: optional(isKeySourceKind),
};

/** The facts of a failed request beside its kind and its summary. */
export interface FailureFacts extends ObjectOf<typeof failureFacts> {}
