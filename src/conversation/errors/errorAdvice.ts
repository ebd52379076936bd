import type { RefusedField } from '../../shared/service/requestAdjustment.ts';
import type { ErrorCase } from './errorCase.ts';

/** The text of an error card: a headline, what to do about it, and at most two actions, the likeliest first. */
export type Advice = readonly [title: string, advice: string, ...actions: ErrorAction[]];

/** An action that an error card offers. */
export type ErrorAction =
  | 'continueReply'
  | 'retry'
  | 'retryLater'
  | 'sendRenamed'
  | 'sendWithout'
  | 'useNearest'
  | 'setKey'
  | 'chooseModel'
  | 'chooseConnection'
  | 'certificateSettings'
  | 'timeoutSettings'
  | 'showLog';

/** Added where the request may have reached the service. */
const billing = 'The service may have billed the attempt that failed.';

/** The advice about each kind of failure. */
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
  refused: [
    'Connection refused',
    'Start the service, or correct the host and port of the connection.',
    'retry',
    'chooseConnection',
  ],
  unknownHost: [
    'Host not found',
    'Check the spelling of the host in the address of the connection, and the network or VPN.',
    'retry',
    'chooseConnection',
  ],
  noRoute: ['No network to the host', 'Check the network or the VPN, then send again.', 'retry'],
  noAnswer: [
    'The host does not answer',
    'Check host and port of the connection, the VPN, and whether a proxy is needed (setting http.proxy).',
    'retry',
    'chooseConnection',
  ],
  untrustedCertificate: [
    'Certificate not trusted',
    'If it is the certificate of your organisation or of your own server, add its root certificate to the ' +
      'trusted certificates of the operating system, keep the setting http.systemCertificates on, and ' +
      'restart VS Code. If Parley runs on a remote host, add it there and restart VS Code’s server. ' +
      'Otherwise someone may be intercepting the connection.',
    'certificateSettings',
    'retry',
  ],
  expiredCertificate: [
    'Certificate out of date',
    'Check the date and time of this computer. If they are right, the operator of the service must renew it.',
    'retry',
  ],
  otherHostsCertificate: [
    'Certificate of another host',
    'The address of the connection must name the host as the certificate does. Check it for a misspelling.',
    'chooseConnection',
    'retry',
  ],
  noTls: [
    'No encrypted connection',
    'The port may not be an https one: check port and scheme (http or https) of the connection.',
    'chooseConnection',
    'retry',
  ],
  browser: [
    'The browser did not let this through',
    'Parley runs in a browser here. The service must allow requests from web pages (CORS: ' +
      'Access-Control-Allow-Origin and the header Authorization) and be reached by https. Where it ' +
      'cannot, use Parley in VS Code on the desktop or with a remote host.',
    'retry',
    'showLog',
  ],
  broken: [
    'Connection broken',
    `What came is kept. Send again; if it keeps happening, look for a proxy or VPN that cuts. ${billing}`,
    'retry',
    'showLog',
  ],
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
    'The account may not do this: check its plan, region and model permissions in the service’s console, or use another model.',
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
    'The proxy requires a sign-in',
    'Sign in to the proxy, or enter its address with user name and password in VS Code’s setting http.proxy. The key of the service is not the problem.',
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
  redirectLoop: [
    'Redirected in a loop',
    'The service, or a proxy, redirects the request again and again. Check the address of the connection.',
    'chooseConnection',
    'showLog',
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

/** The advice about a field of the request that the service rejected. */
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
