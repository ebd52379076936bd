import { failureCode } from '../shared/failureCode.ts';
import { ServiceError } from '../service/serviceError.ts';

/** Whether asking for the model list came to nothing because the service has none at that address. */
export function isListMissing(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    (error.kind === 'notFound' || error.status === 501 || error.code === failureCode.webPage)
  );
}
