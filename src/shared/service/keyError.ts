import type { ServiceErrorKind } from './serviceErrorKind.ts';

/** An error of a service, as far as it is about the key. */
interface KeyErrorFacts {
  readonly kind: ServiceErrorKind;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** The words of the service. */
  readonly detail?: string | undefined;
}

const keyCodes = /(?:api|auth|access)[ _-]?(?:key|token)|authenticat/i;

const keyWords =
  /(?:invalid|incorrect|wrong|missing|expired|revoked|no|bad) (?:api[ _-]?key|access token|auth token|credentials)|api[ _-]?key (?:is |was |has |not )?(?:been )?(?:not |in)?(?:valid|correct|missing|expired|revoked|required|found|provided)|authentication (?:failed|required|error)/i;

/** Services say this of a key, and of what a valid key may not do. */
const unauthorized = /unauthori[sz]ed/i;

/** What a valid key may not do. */
const otherMatters = /region|countr|territor|\bplan\b|\btier\b|subscription|\bmodels?\b/i;

/** Whether the code or the words of a service say that the key is missing or wrong. */
export function saysKeyIsWrong({ code = '', detail = '' }: Omit<KeyErrorFacts, 'kind'>): boolean {
  const isUnauthorized = unauthorized.test(code) || unauthorized.test(detail);
  return (
    keyCodes.test(code) || keyWords.test(detail) || (isUnauthorized && !otherMatters.test(detail))
  );
}

/**
 * Whether an error of kind `auth` need not be about the key: the status 403, also as the code of an
 * error within a reply, stands for what the account, its plan or its region may not do, unless the
 * service says that it is the key (`docs/service-interface.md`, "Errors" 5).
 */
export function isForbidden({ kind, status, code, detail }: KeyErrorFacts): boolean {
  const is403 = status === 403 || (status === undefined && code === '403');
  return kind === 'auth' && is403 && !saysKeyIsWrong({ code, detail });
}
