import type { RefusedField } from '../../shared/service/requestAdjustment.ts';
import type { Advice } from './advice.ts';
import type { ErrorCase } from './errorCase.ts';
import { billing, networkAdvice } from './networkAdvice.ts';

/** What is said about each failure. */
export const errorAdvice: Readonly<Record<ErrorCase, Advice>> = {
  aborted: ['Request stopped', 'Send again if that was not intended.', 'retry'],
  timeout: [
    'No reply in time',
    `A large model on a slow computer may need longer: raise the first-byte limit. ${billing}`,
    'retry',
    'timeoutSettings',
  ],
  idleTimeout: [
    'The reply stalled',
    `What came is kept. Send again, or raise the idle limit for a slow model. ${billing}`,
    'retry',
    'timeoutSettings',
  ],
  clientTimeout: [
    'The service waited too long',
    'The request did not reach the service in time. Send again; on a slow network, send less.',
    'retry',
    'showLog',
  ],
  network: [
    'Service not reached',
    'Check the network and the address of the connection. The log has the details.',
    'retry',
    'showLog',
  ],
  ...networkAdvice,
  auth: [
    'Key refused',
    'Set the key anew: copied whole, and one that belongs to this service.',
    'setKey',
    'retry',
  ],
  keyLost: [
    'Key lost',
    'Set the key again, or forget it if the service wants none. If this happens after each restart, VS Code finds no keyring on this computer and keeps keys in memory only: on Linux, install or unlock one such as GNOME Keyring or KWallet.',
    'setKey',
    'chooseConnection',
  ],
  keyMoved: [
    'Key needed for the new address',
    'Set the key for the new address, or nothing if the service there wants none.',
    'setKey',
    'chooseConnection',
  ],
  forbidden: [
    'Not permitted',
    'The account may not do this: check its plan and its model permissions in the service’s console, or use another model.',
    'chooseModel',
    'setKey',
  ],
  refusedByProxy: [
    'Refused by something in between',
    'A web page came instead of the service’s own words, so it may be a proxy or firewall that refuses and not the service. Check the address; the key need not be wrong.',
    'chooseConnection',
    'retry',
  ],
  proxySignIn: [
    'The proxy asks for a sign-in',
    'Sign in to the proxy, or give it in VS Code’s setting http.proxy.',
    'retry',
    'showLog',
  ],
  notFound: [
    'Address not found',
    'Check the base address of the connection: Parley adds /chat/completions to it, and /v1 before that where the address names no version.',
    'chooseConnection',
    'retry',
  ],
  unknownModel: [
    'Model not found',
    'Choose a model from the current list: ids must match exactly, and models come and go.',
    'chooseModel',
    'retry',
  ],
  rateLimited: [
    'Too many requests',
    'Wait a little and send again, or use a model with another limit.',
    'retry',
    'chooseModel',
  ],
  quota: [
    'Nothing left to spend',
    'Waiting does not help: check balance and plan in the service’s console, or use the key of another account.',
    'setKey',
    'chooseConnection',
  ],
  overloaded: [
    'The service is overloaded',
    'It is not your doing. Try again in a while, or use another model.',
    'retry',
    'chooseModel',
  ],
  badRequest: [
    'Request refused',
    'The service’s words say what it does not accept. Another model may.',
    'chooseModel',
    'retry',
  ],
  tooLarge: [
    'Request too large',
    'Send less code along, or start a new chat. A proxy in between may have a limit of its own.',
    'retry',
    'chooseModel',
  ],
  contextTooLong: [
    'Conversation too long',
    'Start a new chat, send less code along, or use a model with a longer context.',
    'chooseModel',
    'retry',
  ],
  server: [
    'Server error',
    'The fault is on the service’s side. Send again; if it stays, give the request id to its operator.',
    'retry',
    'chooseModel',
  ],
  gateway: [
    'Gateway error',
    'Something in front of the service got no usable answer from it. Send again in a while.',
    'retry',
    'showLog',
  ],
  protocol: [
    'Not a chat completion',
    'Check that the address is that of a chat-completion service. The log has the details.',
    'chooseConnection',
    'showLog',
  ],
  webPage: [
    'A web page instead of a reply',
    'The address may be that of a website, or a network sign-in or proxy stands in between: open it in a browser.',
    'chooseConnection',
    'retry',
  ],
  redirect: [
    'Redirected elsewhere',
    'Neither the key nor the message went there. If it is the right place, make it the address of the connection.',
    'chooseConnection',
    'showLog',
  ],
  stream: [
    'Error within the reply',
    `What came before the error is kept. Send again. ${billing}`,
    'retry',
    'showLog',
  ],
};

/** What is said where the service refuses one field of the request. */
export function refusedFieldAdvice({ name, otherName, isValue }: RefusedField): Advice {
  if (isValue) {
    return [
      `This value of ${name} is refused`,
      `Set another value and send again, or send this message once without ${name}.`,
      'sendWithout',
      'retry',
    ];
  }
  const title = `The service does not take ${name}`;
  const remembered = 'If that is accepted, it is remembered for this connection and model.';
  return otherName === undefined
    ? [
        title,
        `Send without it: its default counts then. ${remembered}`,
        'sendWithout',
        'chooseModel',
      ]
    : [
        title,
        `Send again with ${otherName}, which some models take in its place, or leave it out. ${remembered}`,
        'sendRenamed',
        'sendWithout',
      ];
}
