import * as l10n from '@vscode/l10n';
import type { ErrorCase } from './errorCase.ts';

/** What an error card says beside the words of the service. */
export interface Advice {
  readonly title: string;
  /** One thing to do, short enough for two lines of a narrow panel. */
  readonly advice: string;
  /** What else there is to know; shown with the details. */
  readonly more?: string;
  /** What Parley has found out; shown in place of the words of the service. */
  readonly found?: string;
  /** The likeliest first; the card shows two of them, the others with the details. */
  readonly actions: readonly ErrorAction[];
}

/** An action that an error card offers. */
export type ErrorAction =
  | 'continueReply'
  | 'retry'
  | 'retryLater'
  | 'sendRenamed'
  | 'sendWithout'
  | 'chooseEffort'
  | 'editParameters'
  | 'useNearest'
  | 'newChat'
  | 'leaveOutAttachments'
  | 'sendWithoutImages'
  | 'sendNotStreamed'
  | 'setKey'
  /** Sends what was not sent for lack of a key, which is asked for first. */
  | 'enterKey'
  | 'signIn'
  | 'manageConnections'
  | 'chooseModel'
  | 'certificateSettings'
  | 'timeoutSettings'
  | 'diagnose'
  | 'showLog';

/** The advice about each kind of failure, with a remark if the service may have billed the attempt. */
const advices: Readonly<Record<ErrorCase, () => Advice>> = {
  aborted: () => ({
    title: l10n.t('Request stopped'),
    advice: l10n.t('Try again if you did not mean to stop it.'),
    actions: ['retry'],
  }),
  timeout: () => ({
    title: l10n.t('No reply in time'),
    advice: l10n.t('Try again, or raise the first-byte time limit.'),
    more: l10n.t(
      'A large model on a slow computer may need longer. The service may have billed the failed attempt.',
    ),
    actions: ['retry', 'timeoutSettings', 'diagnose'],
  }),
  idleTimeout: () => ({
    title: l10n.t('The reply stalled'),
    advice: l10n.t('Try again, or raise the idle time limit for a slow model.'),
    more: l10n.t(
      'The text received so far is kept. The service may have billed the failed attempt.',
    ),
    actions: ['retry', 'timeoutSettings', 'diagnose'],
  }),
  clientTimeout: () => ({
    title: l10n.t('Request timed out'),
    advice: l10n.t('Try again; on a slow network, send less.'),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  network: () => ({
    title: l10n.t('Service not reached'),
    advice: l10n.t('Check the network and the address of the connection.'),
    more: l10n.t('See the log for details.'),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  refused: () => ({
    title: l10n.t('Connection refused'),
    advice: l10n.t('Start the service, or correct its host and port.'),
    more: l10n.t('If a proxy is used, check VS Code’s setting http.proxy.'),
    actions: ['retry', 'diagnose', 'manageConnections'],
  }),
  unknownHost: () => ({
    title: l10n.t('Host not found'),
    advice: l10n.t('Check the address.'),
    more: l10n.t('If it is right, check the network, VPN or proxy.'),
    actions: ['retry', 'diagnose', 'manageConnections'],
  }),
  noRoute: () => ({
    title: l10n.t('Host unreachable'),
    advice: l10n.t('Check the network or VPN, then try again.'),
    actions: ['retry', 'diagnose'],
  }),
  noAnswer: () => ({
    title: l10n.t('The host is not responding'),
    advice: l10n.t('Check the host and port of the connection, and the VPN.'),
    more: l10n.t('If a proxy is needed, enter its address in VS Code’s setting http.proxy.'),
    actions: ['retry', 'diagnose', 'manageConnections'],
  }),
  untrustedCertificate: () => ({
    title: l10n.t('Certificate not trusted'),
    advice: l10n.t('Trust it only if it is yours or your organisation’s.'),
    more: l10n.t(
      'If the certificate belongs to your organisation or your own server, add its root certificate to the trusted certificates of the operating system, keep the setting http.systemCertificates on, and restart VS Code. If Parley runs on a remote host, add it there and restart the VS Code server. Otherwise someone may be intercepting the connection.',
    ),
    actions: ['certificateSettings', 'diagnose', 'retry'],
  }),
  expiredCertificate: () => ({
    title: l10n.t('Certificate out of date'),
    advice: l10n.t('Check the date and time of this computer.'),
    more: l10n.t(
      'If they are right, the operator of the service or of a proxy must renew the certificate.',
    ),
    actions: ['retry', 'diagnose'],
  }),
  otherHostsCertificate: () => ({
    title: l10n.t('Certificate of another host'),
    advice: l10n.t('Check the address.'),
    more: l10n.t(
      'The address must use the host name in the certificate. If a proxy is used, the same holds for its address in VS Code’s setting http.proxy.',
    ),
    actions: ['diagnose', 'manageConnections', 'retry'],
  }),
  noTls: () => ({
    title: l10n.t('No encrypted connection'),
    advice: l10n.t('Check the port and the scheme (http or https).'),
    more: l10n.t('The port of the connection may not use HTTPS.'),
    actions: ['diagnose', 'manageConnections', 'retry'],
  }),
  browser: () => ({
    title: l10n.t('Blocked by the browser'),
    advice: l10n.t('Use Parley in VS Code on the desktop or with a remote host.'),
    more: l10n.t(
      'Parley is running in a browser. Here, the service must allow requests from web pages (CORS: Access-Control-Allow-Origin and the Authorization header) and use HTTPS.',
    ),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  broken: () => ({
    title: l10n.t('Connection lost'),
    advice: l10n.t('The text received so far is kept.'),
    more: l10n.t(
      'If it keeps happening, check whether a proxy or VPN closes the connection. The service may have billed the failed attempt.',
    ),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  auth: () => ({
    title: l10n.t('Key rejected'),
    advice: l10n.t('Enter the key again.'),
    more: l10n.t('Check that it is complete and belongs to this service.'),
    actions: ['setKey', 'retry'],
  }),
  keyMissing: () => ({
    title: l10n.t('Key required'),
    advice: l10n.t('Enter an API key of this service.'),
    actions: ['setKey', 'retry'],
  }),
  keyLost: () => ({
    title: l10n.t('Key not found'),
    advice: l10n.t('Enter the key again.'),
    more: l10n.t(
      'If the service needs none, delete the key. If this happens after each restart, VS Code found no keyring on this computer and keeps keys in memory only. On Linux, install or unlock one, such as GNOME Keyring or KWallet.',
    ),
    actions: ['enterKey', 'chooseModel'],
  }),
  keyMoved: () => ({
    title: l10n.t('Key for another address'),
    advice: l10n.t('Enter the key again.'),
    more: l10n.t(
      'A key is only sent to the address for which it was entered. Leave it empty if none is needed.',
    ),
    actions: ['enterKey', 'chooseModel'],
  }),
  keyUnknown: () => ({
    title: l10n.t('Key not found'),
    advice: l10n.t('Enter the key, or choose another one.'),
    actions: ['enterKey', 'manageConnections'],
  }),
  keyVariable: () => ({
    title: l10n.t('Environment variable not set'),
    advice: l10n.t('Set it, then restart VS Code.'),
    more: l10n.t(
      'VS Code reads environment variables when it starts. In a remote window, set the variable on the remote computer and restart the VS Code server.',
    ),
    actions: ['manageConnections', 'retry'],
  }),
  keyCommand: () => ({
    title: l10n.t('No key from the command'),
    advice: l10n.t('Run the command in a terminal to see what is wrong.'),
    more: l10n.t(
      'Parley runs it in the system shell, in your home folder. It must print the API key on its first line, or a JSON object with a field such as access_token.',
    ),
    actions: ['retry', 'manageConnections'],
  }),
  keySignIn: () => ({
    title: l10n.t('Sign-in required'),
    advice: l10n.t('Sign in with your Microsoft account.'),
    more: l10n.t('Or enter an API key of the resource on the connections page.'),
    actions: ['signIn', 'manageConnections'],
  }),
  keyNotInBrowser: () => ({
    title: l10n.t('Not available in the browser'),
    advice: l10n.t('Enter an API key, or use VS Code on the desktop.'),
    actions: ['manageConnections', 'chooseModel'],
  }),
  variableRejected: () => ({
    title: l10n.t('Key rejected'),
    advice: l10n.t('Correct the environment variable, then restart VS Code.'),
    more: l10n.t('Check that the key is complete, still valid, and belongs to this service.'),
    actions: ['manageConnections', 'retry'],
  }),
  commandRejected: () => ({
    title: l10n.t('Key rejected'),
    advice: l10n.t('Try again. The command then runs again.'),
    more: l10n.t('If it keeps happening, check that the command prints a key of this service.'),
    actions: ['retry', 'manageConnections'],
  }),
  signInRejected: () => ({
    title: l10n.t('Sign-in rejected'),
    advice: l10n.t('Check the account.'),
    more: l10n.t(
      'The account needs a role on the Azure resource, such as Cognitive Services OpenAI User. If the resource belongs to another tenant, add VSCODE_TENANT: and its ID to the scope.',
    ),
    actions: ['signIn', 'manageConnections'],
  }),
  forbidden: () => ({
    title: l10n.t('Not permitted'),
    advice: l10n.t('Check the account.'),
    more: l10n.t(
      'The service’s console shows the account’s plan, region and model permissions. Another model may be permitted.',
    ),
    actions: ['chooseModel', 'setKey'],
  }),
  refusedByProxy: () => ({
    title: l10n.t('Blocked by a proxy or firewall'),
    advice: l10n.t('Check the address and the network. The key may be fine.'),
    more: l10n.t('A web page came back instead of the service’s reply.'),
    actions: ['diagnose', 'retry', 'manageConnections'],
  }),
  proxySignIn: () => ({
    title: l10n.t('Proxy sign-in required'),
    advice: l10n.t('Sign in to the proxy, then try again.'),
    more: l10n.t(
      'Or enter its address with user name and password in VS Code’s setting http.proxy. The key of the service is not the problem.',
    ),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  proxyRejected: () => ({
    title: l10n.t('Rejected by the proxy'),
    advice: l10n.t('Ask the operator of the proxy to allow the host.'),
    more: l10n.t(
      'If the host can be reached without the proxy, exclude it with VS Code’s setting http.noProxy.',
    ),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  notFound: () => ({
    title: l10n.t('Address not found'),
    advice: l10n.t('Check the address.'),
    more: l10n.t(
      'Parley adds /chat/completions to it, and /v1 before that if the address has no path.',
    ),
    actions: ['manageConnections', 'retry', 'diagnose'],
  }),
  unknownModel: () => ({
    title: l10n.t('Model not found'),
    advice: l10n.t('Choose a model from the list.'),
    more: l10n.t('IDs must match exactly, and models may be renamed or retired.'),
    actions: ['chooseModel', 'retry'],
  }),
  rateLimited: () => ({
    title: l10n.t('Too many requests'),
    advice: l10n.t('Try again later.'),
    more: l10n.t('Another model may have another limit.'),
    actions: ['retry', 'chooseModel'],
  }),
  quota: () => ({
    title: l10n.t('Out of credit'),
    advice: l10n.t('Check the balance.'),
    more: l10n.t(
      'Balance and plan are in the service’s console. The key of another account works as well. Waiting will not help.',
    ),
    actions: ['setKey', 'chooseModel'],
  }),
  overloaded: () => ({
    title: l10n.t('The service is overloaded'),
    advice: l10n.t('Try again later, or use another model.'),
    more: l10n.t('This is not caused by your request.'),
    actions: ['retry', 'chooseModel', 'diagnose'],
  }),
  badRequest: () => ({
    title: l10n.t('Request rejected'),
    advice: l10n.t('Another model may accept it.'),
    more: l10n.t('The service’s message says what it does not accept.'),
    actions: ['chooseModel', 'retry'],
  }),
  tooLarge: () => ({
    title: l10n.t('Request too large'),
    advice: l10n.t('Start a new chat.'),
    more: l10n.t('Or send less: fewer files, less code. A proxy may have a limit of its own.'),
    actions: ['newChat', 'leaveOutAttachments', 'retry', 'chooseModel'],
  }),
  imagesRefused: () => ({
    title: l10n.t('The model takes no images'),
    advice: l10n.t('Choose a model that does, or send without images.'),
    more: l10n.t(
      'Without images, a note with the name and size takes the place of each image of this chat. If that works, it is remembered for this connection and model.',
    ),
    actions: ['sendWithoutImages', 'chooseModel'],
  }),
  streamRefused: () => ({
    title: l10n.t('Streaming not available'),
    advice: l10n.t('Use standard mode, or choose another model.'),
    more: l10n.t(
      'In standard mode, replies arrive in one piece. It applies to the whole connection and can be changed on the connections page. OpenAI streams some models only to verified organisations.',
    ),
    actions: ['sendNotStreamed', 'chooseModel', 'retry'],
  }),
  filtered: () => ({
    title: l10n.t('Blocked by a content filter'),
    advice: l10n.t('Change the message, or use another model.'),
    more: l10n.t(
      'The service, or whoever manages the account, decides what the filter blocks. Earlier messages of the chat and attached files count as well.',
    ),
    actions: ['chooseModel', 'leaveOutAttachments', 'newChat', 'retry'],
  }),
  contextTooLong: () => ({
    title: l10n.t('Chat too long'),
    advice: l10n.t('Start a new chat.'),
    more: l10n.t('Or send less code, or use a model with a longer context.'),
    actions: ['newChat', 'leaveOutAttachments', 'chooseModel', 'retry'],
  }),
  server: () => ({
    title: l10n.t('Server error'),
    advice: l10n.t('The problem is on the service’s side. Try again.'),
    more: l10n.t('If it keeps failing, send the operator the request ID.'),
    actions: ['retry', 'chooseModel'],
  }),
  gateway: () => ({
    title: l10n.t('Gateway error'),
    advice: l10n.t('Try again later.'),
    more: l10n.t(
      'A gateway in front of the service got no valid response. If it is yours, check that the service behind it is running, and its address in the gateway.',
    ),
    actions: ['retry', 'diagnose', 'showLog'],
  }),
  protocol: () => ({
    title: l10n.t('Unexpected reply'),
    advice: l10n.t('Check the address.'),
    more: l10n.t(
      'It must belong to a service with an OpenAI-compatible API. See the log for details.',
    ),
    actions: ['diagnose', 'manageConnections', 'showLog'],
  }),
  webPage: () => ({
    title: l10n.t('A web page instead of a reply'),
    advice: l10n.t('Check the address, or sign in to the network.'),
    more: l10n.t(
      'Open the address in a browser to check: it may be that of a website, or the network may require a sign-in.',
    ),
    actions: ['diagnose', 'manageConnections', 'retry'],
  }),
  redirectLoop: () => ({
    title: l10n.t('Too many redirects'),
    advice: l10n.t('Check the address.'),
    more: l10n.t('The service or a proxy keeps redirecting the request.'),
    actions: ['diagnose', 'manageConnections', 'showLog'],
  }),
  redirect: () => ({
    title: l10n.t('Redirected elsewhere'),
    advice: l10n.t('Check the address.'),
    more: l10n.t(
      'Neither the key nor the message was sent there. If that address is right, use it for the connection.',
    ),
    actions: ['manageConnections', 'diagnose', 'showLog'],
  }),
  stream: () => ({
    title: l10n.t('Error during the reply'),
    advice: l10n.t('The text received so far is kept.'),
    more: l10n.t('The service may have billed the failed attempt.'),
    actions: ['retry', 'showLog', 'diagnose'],
  }),
};

/** The advice about a kind of failure. */
export function errorAdvice(of: ErrorCase): Advice {
  return advices[of]();
}
