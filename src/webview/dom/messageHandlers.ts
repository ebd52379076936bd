import { isRecord, isString } from '../../shared/guards.ts';

/** A handler for each kind of message in the union `M`, under its kind. */
export type MessageHandlers<M extends { readonly kind: string }> = {
  readonly [K in M['kind']]: (message: Extract<M, { readonly kind: K }>) => void;
};

/**
 * Gives a function that passes each message of the host to the handler of its kind. The host is
 * trusted to send whole messages, but other frames can post to this one as well: anything without a
 * kind that has a handler is ignored.
 */
export function handleMessages<M extends { readonly kind: string }>(
  handlers: MessageHandlers<M>,
): (message: unknown) => void {
  const isMessage = (value: unknown): value is Extract<M, { readonly kind: M['kind'] }> =>
    isRecord(value) && isString(value['kind']) && Object.hasOwn(handlers, value['kind']);
  return (message) => {
    if (isMessage(message)) {
      const kind: M['kind'] = message.kind;
      handlers[kind](message);
    }
  };
}
