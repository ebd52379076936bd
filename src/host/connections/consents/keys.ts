import type { Consents } from './consents.ts';
import type { KeyStore } from '../keys/keyStore.ts';
import type { SourceKeys } from '../keySources/sourceKeys.ts';

/** All keys: those that are stored, and those that come from elsewhere where the user has confirmed it. */
export interface Keys extends KeyStore {
  readonly sources: SourceKeys;
  readonly consents: Consents;
}
