import { pickChanges } from './pickChanges.ts';
import {
  type CommitMessages,
  type CommitMessageServices,
  createCommitMessages,
} from './commitMessages.ts';

/** What Parley does with Git. */
export interface GitTools {
  readonly messages: CommitMessages;
  readonly pickChanges: typeof pickChanges;
}

/** Reads nothing and sends no request yet. */
export function gitTools(services: CommitMessageServices): GitTools {
  return { messages: createCommitMessages(services), pickChanges };
}
