import { l10n } from 'vscode';
import { errorAdvice, type ErrorAction } from '../../conversation/errors/errorAdvice.ts';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { errorCase } from '../../conversation/errors/errorCase.ts';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { DiagnosisAction, Outcome } from './diagnosis.ts';

/** What is said of an outcome. */
interface Words {
  readonly title: string;
  readonly advice: string | readonly string[];
  readonly action?: DiagnosisAction;
}

/**
 * What a diagnosis tells apart beside the cases of error cards, with what to do about it. The arguments are what an
 * outcome is about: a host, a date.
 */
const problems = {
  loopbackIsRemote: (port: string) => ({
    title: l10n.t('Nothing listens on port {0} of the host that Parley runs on', port),
    advice: [
      l10n.t(
        'If the server runs on your computer, move Parley there, or use an address of your computer that this host can reach.',
      ),
      startServer(),
    ],
    action: 'placeSettings',
  }),
  refused: (place: string) => ({
    title: l10n.t('Nothing listens at {0}', place),
    advice: startServer(),
    action: 'editConnection',
  }),
  nameLookupFailed: (host: string) => ({
    title: l10n.t('The name {0} could not be looked up', host),
    advice: l10n.t(
      'Check the network. The DNS server did not respond or reported a temporary failure.',
    ),
  }),
  proxyNotFound: (proxy: string) => aboutProxy(l10n.t('The proxy {0} was not found', proxy)),
  proxyUnreachable: (proxy: string) => aboutProxy(l10n.t('The proxy {0} cannot be reached', proxy)),
  proxyNoAnswer: (proxy: string) => aboutProxy(l10n.t('The proxy {0} does not respond', proxy)),
  notAProxy: (proxy: string) => aboutProxy(l10n.t('{0} is not a proxy', proxy)),
  proxySignIn: () => ({
    title: l10n.t('Proxy sign-in required'),
    advice: l10n.t(
      'Enter the user name and password when VS Code asks for them, or set {0} to {1}, with special characters percent-encoded. For Kerberos, set {2}.',
      'http.proxy',
      'http://user:password@host:port',
      'http.proxyKerberosServicePrincipal',
    ),
    action: 'proxySettings',
  }),
  proxyGateway: (place: string) => ({
    title: l10n.t('The proxy could not reach {0}', place),
    advice: l10n.t(
      'Check the host and port of the connection. If the service is in your own network, add its host to {0}.',
      'http.noProxy',
    ),
    action: 'proxySettings',
  }),
  tlsExpected: (place: string) => ({
    title: l10n.t('{0} expects https', place),
    advice: l10n.t('Change the address to begin with https://.'),
    action: 'editConnection',
  }),
  noReply: (place: string) => ({
    title: l10n.t('{0} accepts connections but does not respond', place),
    advice: l10n.t(
      'Check the port. Another program may be listening there, the server may hang, or a firewall may hold back the connection.',
    ),
    action: 'editConnection',
  }),
  broken: (place: string) => ({
    title: l10n.t('The connection to {0} was closed', place),
    advice: l10n.t(
      'Check the host and port of the connection. A firewall, proxy or VPN that does not allow this host closes the connection in the same way.',
    ),
    action: 'editConnection',
  }),
  selfSigned: () => ({
    title: l10n.t('The certificate is self-signed'),
    advice: [errorAdvice('untrustedCertificate').advice, trustAdvice()],
    action: 'certificateSettings',
  }),
  certificateNotYetValid: (date: string) => ({
    title: l10n.t('The certificate is not valid before {0}', date),
    advice: l10n.t('Check the date and time of this computer.'),
  }),
  // Only the certificate of the server came: an authority between is missing, or the issuer is an organisation's own.
  chainIncomplete: (issuer: string) => ({
    title: l10n.t('The issuer of the certificate is not known'),
    advice: [
      l10n.t(
        'If {0} is a public authority, the server must also send its intermediate certificate (often in {1}). Browsers may fetch it themselves, so the address can work there.',
        issuer,
        'fullchain.pem',
      ),
      trustAdvice(),
    ],
    action: 'certificateSettings',
  }),
  certificateIntercepted: (issuer: string) => ({
    title: l10n.t('The proxy intercepts the connection'),
    advice: [
      l10n.t('The certificate was issued by {0}, so the proxy decrypts the connection.', issuer),
      trustAdvice(),
    ],
    action: 'certificateSettings',
  }),
  noModelList: (otherAddress: string) => ({
    title: l10n.t('There is no model list at this address'),
    advice: [
      otherAddress === ''
        ? l10n.t('Check the path of the address. For many services it ends in {0}.', '/v1')
        : l10n.t('The service may be at {0} instead.', otherAddress),
      l10n.t('If the service has no model list, enter the ID of a model.'),
    ],
    action: 'editConnection',
  }),
} satisfies Readonly<Record<string, (about: string) => Words>>;

/** Outcomes with which a chat can work. */
const warnings = {
  proxyIgnored: (by: string) => ({
    title: l10n.t('VS Code ignores the proxy in {0}', by),
    advice: l10n.t('The address of a proxy must begin with {0} or {1}.', 'http://', 'https://'),
    action: 'proxySettings',
  }),
  unencrypted: () => ({
    title: l10n.t('Not encrypted: the address begins with http'),
    advice: l10n.t(
      'Anyone on the network between you and the service can read the API key and the chat.',
    ),
    action: 'editConnection',
  }),
  listEmpty: () => ({
    title: l10n.t('The model list is empty'),
    advice: l10n.t('Load a model on the server, or check which models the key has access to.'),
  }),
  modelMissing: (model: string) => ({
    title: l10n.t('{0} is not in the model list', model),
    advice: l10n.t('Choose a model from the list. IDs must match exactly.'),
    action: 'chooseModel',
  }),
  replyEmpty: () => ({
    title: l10n.t('The reply has no text'),
    advice: l10n.t('This is normal for models that think first: one token is not enough for them.'),
  }),
  slowFirstByte: (seconds: string) => ({
    title: l10n.t('The reply began after {0} s', seconds),
    advice: l10n.t(
      'A server may load the model on the first request. The next one is then faster. If requests time out, raise the first-byte time limit.',
    ),
    action: 'timeoutSettings',
  }),
  notStreamed: () => ({
    title: l10n.t('Replies are not streamed'),
    advice: l10n.t(
      'Replies appear only when they are complete. To request them that way, use standard mode.',
    ),
    action: 'useStandardMode',
  }),
  heldBack: () => ({
    title: l10n.t('Something buffers the stream'),
    advice: [
      l10n.t(
        'In nginx, set {0} for this path, or have the service send the header {1}.',
        'proxy_buffering off;',
        'X-Accel-Buffering: no',
      ),
      l10n.t(
        'In other proxies and gateways, turn off buffering and compression for {0}. Security software that scans traffic may buffer as well. If you cannot change that, use standard mode.',
        'text/event-stream',
      ),
    ],
    action: 'useStandardMode',
  }),
  usageMissing: () => ({
    title: l10n.t('Usage is not reported'),
    advice: l10n.t(
      'Without it, Parley cannot count tokens and costs. Some services report it in standard mode only.',
    ),
  }),
  fieldsRejected: () => ({
    title: l10n.t('The service rejected fields of requests'),
    advice: l10n.t('Parley adapts its requests. There is nothing to do.'),
  }),
} satisfies Readonly<Record<string, (about: string) => Words>>;

type Cause = keyof typeof problems | keyof typeof warnings;

/** The outcome with a cause, in words. `about` is what it is about, and `facts` what came back. */
export function outcome(cause: Cause, about = '', facts: readonly string[] = []): Outcome {
  const isProblem = isProblemCause(cause);
  const { title, advice, ...more }: Words = isProblem
    ? problems[cause](about)
    : warnings[cause](about);
  return {
    ...more,
    status: isProblem ? 'problem' : 'warning',
    cause,
    title,
    facts,
    advice: [advice].flat(),
  };
}

function isProblemCause(cause: string): cause is keyof typeof problems {
  return Object.hasOwn(problems, cause);
}

function startServer(): string {
  return l10n.t('Start the service, or correct its host and port.');
}

function aboutProxy(title: string): Words {
  return {
    title,
    advice: l10n.t(
      'Check the address of the proxy, and that you are connected to its network or VPN. If none is needed here, remove it from the settings or the environment.',
    ),
    action: 'proxySettings',
  };
}

/** What helps in VS Code (`docs/decisions/diagnosis.md`, "Only certificates of the system are advised"). */
function trustAdvice(): string {
  return errorAdvice('untrustedCertificate').more ?? '';
}

/**
 * What a failed request says: its case, in the words of the error card that a chat shows for it unless a diagnosis
 * knows more. `about` is the place that those words name.
 */
export function errorOutcome(error: ReplyError, about: string): Outcome {
  const { status, code, detail, requestId, refused } = error;
  const { title, words, isQuoted, advice, more, actions, folded } = errorCard(error);
  const cause = refused === undefined ? errorCase(error) : 'fieldsRejected';
  const facts = [
    status === undefined ? (code ?? '') : `HTTP ${status}`,
    isQuoted ? '' : (words ?? ''),
    detail === undefined ? '' : `“${detail}”`,
    requestId === undefined ? '' : `x-request-id: ${requestId}`,
  ];
  if (isProblemCause(cause)) {
    return outcome(cause, about, facts);
  }
  return {
    status: 'problem',
    cause,
    title,
    facts,
    advice: [advice, ...(more === undefined ? [] : [more])],
    action: actionOf([...actions, ...folded.actions]),
  };
}

/** A failure of the network, by the code of the system. */
export function networkOutcome(code: string, about: string): Outcome {
  return errorOutcome({ kind: 'network', code, message: '' }, about);
}

/** The actions of cards that a diagnosis offers as well; another model is the last resort. */
const offered: readonly (readonly [of: ErrorAction, action: DiagnosisAction])[] = [
  ['setKey', 'setKey'],
  ['enterKey', 'setKey'],
  ['certificateSettings', 'certificateSettings'],
  ['timeoutSettings', 'timeoutSettings'],
  ['sendNotStreamed', 'useStandardMode'],
  ['manageConnections', 'editConnection'],
  ['editParameters', 'editConnection'],
  ['chooseModel', 'chooseModel'],
];

function actionOf(actions: readonly ErrorAction[]): DiagnosisAction | undefined {
  return offered.find(([of]) => actions.includes(of))?.[1];
}
