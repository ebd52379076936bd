import type { CanaryService } from './canary.ts';

/** The contents of the messages of the last request, in their order. */
export function lastMessages({ requests }: CanaryService): readonly string[] {
  const { messages } = JSON.parse(requests.at(-1)?.body ?? '{}') as {
    readonly messages: readonly { readonly content: string }[];
  };
  return messages.map(({ content }) => content);
}
