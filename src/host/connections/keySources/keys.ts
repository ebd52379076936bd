import type { KeyStore } from '../keys/keyStore.ts';
import type { SourceKeys } from './sourceKeys.ts';

/** All keys: those that are stored, and those that come from elsewhere. */
export interface Keys extends KeyStore {
  readonly sources: SourceKeys;
}
