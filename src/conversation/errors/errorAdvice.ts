import * as l10n from '@vscode/l10n';
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

/** The advice about each kind of failure, with a remark if the service may have billed the attempt. */
const advices: Readonly<Record<ErrorCase, () => Advice>> = {
  aborted: () => [
    l10n.t('Request stopped'),
    l10n.t('Try again if you did not mean to stop it.'),
    'retry',
  ],
  timeout: () => [
    l10n.t('No reply in time'),
    l10n.t(
      'A large model on a slow computer may need longer: raise the first-byte time limit. The service may have billed the failed attempt.',
    ),
    'retry',
    'timeoutSettings',
  ],
  idleTimeout: () => [
    l10n.t('The reply stalled'),
    l10n.t(
      'The text received so far is kept. Try again, or raise the idle time limit for a slow model. The service may have billed the failed attempt.',
    ),
    'retry',
    'timeoutSettings',
  ],
  clientTimeout: () => [
    l10n.t('Request timed out'),
    l10n.t('Try again; on a slow network, send less.'),
    'retry',
    'showLog',
  ],
  network: () => [
    l10n.t('Service not reached'),
    l10n.t('Check the network and the address of the connection. See the log for details.'),
    'retry',
    'showLog',
  ],
  refused: () => [
    l10n.t('Connection refused'),
    l10n.t('Start the service, or correct the host and port of the connection.'),
    'retry',
    'chooseConnection',
  ],
  unknownHost: () => [
    l10n.t('Host not found'),
    l10n.t(
      'Check the spelling of the host in the address of the connection, and the network or VPN.',
    ),
    'retry',
    'chooseConnection',
  ],
  noRoute: () => [
    l10n.t('Host unreachable'),
    l10n.t('Check the network or VPN, then try again.'),
    'retry',
  ],
  noAnswer: () => [
    l10n.t('The host is not responding'),
    l10n.t(
      'Check the host and port of the connection, the VPN, and whether a proxy is needed (setting http.proxy).',
    ),
    'retry',
    'chooseConnection',
  ],
  untrustedCertificate: () => [
    l10n.t('Certificate not trusted'),
    l10n.t(
      'If the certificate belongs to your organisation or your own server, add its root certificate to the trusted certificates of the operating system, keep the setting http.systemCertificates on, and restart VS Code. If Parley runs on a remote host, add it there and restart the VS Code server. Otherwise someone may be intercepting the connection.',
    ),
    'certificateSettings',
    'retry',
  ],
  expiredCertificate: () => [
    l10n.t('Certificate expired or not yet valid'),
    l10n.t(
      'Check the date and time of this computer. If they are right, the operator of the service must renew the certificate.',
    ),
    'retry',
  ],
  otherHostsCertificate: () => [
    l10n.t('Certificate of another host'),
    l10n.t(
      'The address of the connection must use the host name in the certificate. Check it for a misspelling.',
    ),
    'chooseConnection',
    'retry',
  ],
  noTls: () => [
    l10n.t('No encrypted connection'),
    l10n.t(
      'The port may not use HTTPS: check the port and the scheme (http or https) of the connection.',
    ),
    'chooseConnection',
    'retry',
  ],
  browser: () => [
    l10n.t('Blocked by the browser'),
    l10n.t(
      'Parley is running in a browser. The service must allow requests from web pages (CORS: Access-Control-Allow-Origin and the Authorization header) and use HTTPS. If it does not, use Parley in VS Code on the desktop or with a remote host.',
    ),
    'retry',
    'showLog',
  ],
  broken: () => [
    l10n.t('Connection lost'),
    l10n.t(
      'The text received so far is kept. Try again; if it keeps happening, check whether a proxy or VPN closes the connection. The service may have billed the failed attempt.',
    ),
    'retry',
    'showLog',
  ],
  auth: () => [
    l10n.t('Key rejected'),
    l10n.t('Enter the key again. Check that it is complete and belongs to this service.'),
    'setKey',
    'retry',
  ],
  keyMissing: () => [
    l10n.t('Key required'),
    l10n.t('Enter an API key of this service.'),
    'setKey',
    'retry',
  ],
  keyLost: () => [
    l10n.t('Key not found'),
    l10n.t(
      'Enter the key again, or delete it if the service needs none. If this happens after each restart, VS Code found no keyring on this computer and keeps keys in memory only. On Linux, install or unlock one, such as GNOME Keyring or KWallet.',
    ),
    'setKey',
    'chooseConnection',
  ],
  keyMoved: () => [
    l10n.t('Key needed for the new address'),
    l10n.t('Enter the key for the new address, or leave it empty if none is needed.'),
    'setKey',
    'chooseConnection',
  ],
  forbidden: () => [
    l10n.t('Not permitted'),
    l10n.t(
      'Check the account’s plan, region and model permissions in the service’s console, or use another model.',
    ),
    'chooseModel',
    'setKey',
  ],
  refusedByProxy: () => [
    l10n.t('Blocked by a proxy or firewall'),
    l10n.t(
      'A web page came back instead of the service’s reply. The key may be fine. Check the address and the network.',
    ),
    'chooseConnection',
    'retry',
  ],
  proxySignIn: () => [
    l10n.t('Proxy sign-in required'),
    l10n.t(
      'Sign in to the proxy, or enter its address with user name and password in VS Code’s setting http.proxy. The key of the service is not the problem.',
    ),
    'retry',
    'showLog',
  ],
  proxyRejected: () => [
    l10n.t('Rejected by the proxy'),
    l10n.t(
      'The service was not reached. Ask the operator of the proxy to allow its host, or exclude the host with VS Code’s setting http.noProxy.',
    ),
    'retry',
    'showLog',
  ],
  notFound: () => [
    l10n.t('Address not found'),
    l10n.t(
      'Check the base address of the connection. Parley adds /chat/completions to it, and /v1 before that if the address names no version.',
    ),
    'chooseConnection',
    'retry',
  ],
  unknownModel: () => [
    l10n.t('Model not found'),
    l10n.t(
      'Choose a model from the current list. IDs must match exactly, and models may be renamed or retired.',
    ),
    'chooseModel',
    'retry',
  ],
  rateLimited: () => [
    l10n.t('Too many requests'),
    l10n.t('Wait a moment and try again, or use a model with another limit.'),
    'retry',
    'chooseModel',
  ],
  quota: () => [
    l10n.t('Out of credit'),
    l10n.t(
      'Check the balance and plan in the service’s console, or use another account’s key. Waiting will not help.',
    ),
    'setKey',
    'chooseConnection',
  ],
  overloaded: () => [
    l10n.t('The service is overloaded'),
    l10n.t('This is not caused by your request. Try again later, or use another model.'),
    'retry',
    'chooseModel',
  ],
  badRequest: () => [
    l10n.t('Request rejected'),
    l10n.t('The service’s message says what it does not accept. Another model may accept it.'),
    'chooseModel',
    'retry',
  ],
  tooLarge: () => [
    l10n.t('Request too large'),
    l10n.t('Send less code, or start a new chat. A proxy may have a limit of its own.'),
    'retry',
    'chooseModel',
  ],
  contextTooLong: () => [
    l10n.t('Chat too long'),
    l10n.t('Start a new chat, send less code, or use a model with a longer context.'),
    'chooseModel',
    'retry',
  ],
  server: () => [
    l10n.t('Server error'),
    l10n.t(
      'The problem is on the service’s side. Try again; if it keeps failing, send the operator the request ID.',
    ),
    'retry',
    'chooseModel',
  ],
  gateway: () => [
    l10n.t('Gateway error'),
    l10n.t('A gateway in front of the service got no valid response. Try again later.'),
    'retry',
    'showLog',
  ],
  protocol: () => [
    l10n.t('Unexpected reply'),
    l10n.t(
      'Check that the address belongs to a service with an OpenAI-compatible API. See the log for details.',
    ),
    'chooseConnection',
    'showLog',
  ],
  webPage: () => [
    l10n.t('A web page instead of a reply'),
    l10n.t(
      'The address may be that of a website, or the network may require a sign-in. Open the address in a browser to check.',
    ),
    'chooseConnection',
    'retry',
  ],
  redirectLoop: () => [
    l10n.t('Too many redirects'),
    l10n.t(
      'The service or a proxy keeps redirecting the request. Check the address of the connection.',
    ),
    'chooseConnection',
    'showLog',
  ],
  redirect: () => [
    l10n.t('Redirected to another address'),
    l10n.t(
      'Neither the key nor the message was sent there. If that address is right, use it for the connection.',
    ),
    'chooseConnection',
    'showLog',
  ],
  stream: () => [
    l10n.t('Error during the reply'),
    l10n.t(
      'The text received before the error is kept. Try again. The service may have billed the failed attempt.',
    ),
    'retry',
    'showLog',
  ],
};

/** The advice about a kind of failure. */
export function errorAdvice(of: ErrorCase): Advice {
  return advices[of]();
}

/** The advice about a field of the request that the service rejected. */
export function refusedFieldAdvice({ name, otherName, isValue }: RefusedField): Advice {
  if (isValue) {
    return [
      l10n.t('The value of {0} was rejected', name),
      l10n.t('Set another value and try again, or send this message once without {0}.', name),
      'sendWithout',
      'retry',
    ];
  }
  const title = l10n.t('The service does not support {0}', name);
  return otherName === undefined
    ? [
        title,
        l10n.t(
          'Try again without it; the service then uses its default. If that works, it is remembered for this connection and model.',
        ),
        'sendWithout',
        'chooseModel',
      ]
    : [
        title,
        l10n.t(
          'Try again with {0}, which some models use instead, or without it. If that works, it is remembered for this connection and model.',
          otherName,
        ),
        'sendRenamed',
        'sendWithout',
      ];
}
