import * as vscode from 'vscode';
import type { DiagnosisCause } from '../../../shared/diagnosis/diagnosis.ts';
import type { ProxyAnswer } from '../../../shared/diagnosis/network.ts';
import { formatNumber } from '../../../shared/language.ts';
import { networkTrouble } from '../../../shared/service/serviceErrorKind.ts';
import { readableText } from '../../../service/excerpt.ts';
import { isThisComputer } from '../../connections/keys/unencrypted.ts';
import type { Outcome } from '../findings.ts';
import { isTrustedProxy, untrustedProxy } from './proxyCertificate.ts';
import type { ProxyUrl } from './proxyChoice.ts';
import { takeStep, type Walk, withinLimit } from '../walk.ts';
import type { Way } from './way.ts';
import type { NetworkTools } from './networkTools.ts';

/** Opens a connection to the service, or asks the proxy for one. */
export async function portStep(walk: Walk, network: NetworkTools, way: Way): Promise<Outcome> {
  const { proxy } = way;
  return proxy === undefined ? directStep(walk, network) : proxiedStep(walk, network, proxy, way);
}

async function directStep(walk: Walk, network: NetworkTools): Promise<Outcome> {
  const { place, placeName, limits } = walk;
  return takeStep(walk, {
    step: 'port',
    title: vscode.l10n.t('Connecting to {0}', placeName),
    tried: vscode.l10n.t('TCP connection to {0}', placeName),
    limitMs: limits.stepMs,
    async work(signal) {
      const opened = await network.connect(place, signal);
      return opened.kind === 'open'
        ? {
            status: 'fine',
            title: vscode.l10n.t('Port {0} is open', String(place.port)),
            facts: [
              vscode.l10n.t(
                'Connected to {0} in {1} ms.',
                opened.address,
                formatNumber(Math.round(opened.durationMs)),
              ),
            ],
          }
        : closedPort(walk, opened.code);
    },
    tooLate: () => filteredPort(walk),
  });
}

function closedPort(walk: Walk, code: string): Outcome {
  const facts = [vscode.l10n.t('The system reported {0}.', code)];
  switch (networkTrouble(code)) {
    case 'refused':
      return refusedPort(walk, facts);
    case 'noAnswer':
      return filteredPort(walk, facts);
    case 'noRoute':
      return {
        status: 'problem',
        cause: 'hostUnreachable',
        title: vscode.l10n.t('{0} cannot be reached from here', walk.placeName),
        facts,
        advice: [vscode.l10n.t('Check the network or VPN.')],
      };
    default:
      return {
        status: 'problem',
        cause: 'connectionLost',
        title: vscode.l10n.t('No connection to {0} could be opened', walk.placeName),
        facts,
        advice: [vscode.l10n.t('Check the host and port of the connection, and the network.')],
        action: 'editConnection',
      };
  }
}

/** Ports on which servers listen unless they are told otherwise (`docs/service-interface.md`). */
const usualPorts =
  'Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000, SGLang 30000, LiteLLM 4000, Jan 1337, KoboldCpp 5001, Docker Model Runner 12434';

function refusedPort({ place, placeName, url, services }: Walk, facts: readonly string[]): Outcome {
  const isLocal = isThisComputer(url.hostname);
  const isContainer = services.network?.host().isContainer === true;
  const isElsewhere = isLocal && (services.place.isRemote || isContainer);
  return {
    status: 'problem',
    cause: isElsewhere ? 'loopbackIsRemote' : 'portRefused',
    title: isElsewhere
      ? vscode.l10n.t(
          'Nothing listens on port {0} of the host that Parley runs on',
          String(place.port),
        )
      : vscode.l10n.t('Nothing listens at {0}', placeName),
    facts: [...facts, vscode.l10n.t('The connection was refused.')],
    advice: [
      ...(isElsewhere
        ? [
            vscode.l10n.t(
              'If the server runs on your computer, move Parley there, or use an address of your computer that this host can reach.',
            ),
          ]
        : []),
      vscode.l10n.t('Start the server, or correct the port of the connection.'),
      ...(isLocal ? [vscode.l10n.t('Usual ports: {0}.', usualPorts)] : []),
      ...(isLocal
        ? []
        : [
            vscode.l10n.t(
              'If the server is running, it may accept only local connections. Configure it to listen on {0}.',
              '0.0.0.0',
            ),
          ]),
    ],
    action: isElsewhere ? 'placeSettings' : 'editConnection',
  };
}

function filteredPort({ placeName, limits }: Walk, facts?: readonly string[]): Outcome {
  return {
    status: 'problem',
    cause: 'portFiltered',
    title: vscode.l10n.t('{0} does not respond', placeName),
    facts: facts ?? [
      vscode.l10n.t('Nothing came back within {0} s.', formatNumber(limits.stepMs / 1000)),
    ],
    advice: [
      vscode.l10n.t(
        'A firewall may drop the connection. Check the port, the firewall and the VPN.',
      ),
      vscode.l10n.t('If a proxy is needed, enter its address in VS Code’s setting http.proxy.'),
    ],
    action: 'proxySettings',
  };
}

async function proxiedStep(
  walk: Walk,
  network: NetworkTools,
  proxy: ProxyUrl,
  { begun, route }: Way,
): Promise<Outcome> {
  const { place, placeName, limits } = walk;
  const { address, scheme, shown } = proxy;
  return takeStep(walk, {
    step: 'port',
    title: vscode.l10n.t('Asking the proxy for a connection to {0}', placeName),
    tried:
      scheme === 'socks' ? vscode.l10n.t('TCP connection to {0}', shown) : `CONNECT ${placeName}`,
    limitMs: limits.stepMs,
    async work(signal) {
      if (scheme === 'socks') {
        const opened = await network.connect(address, signal);
        return opened.kind === 'open' ? proxyOpen(shown) : proxyClosed(shown, opened.code);
      }
      const isTrusted = isTrustedProxy(route, walk);
      const answer = await network.askProxy(address, place, signal, isTrusted);
      if (answer.kind === 'untrusted') {
        const { problem } = answer.certificate;
        const code = isTrusted === false ? (route?.failure ?? problem) : problem;
        return untrustedProxy({ ...answer.certificate, problem: code }, shown, walk);
      }
      if (answer.kind === 'answer' && answer.status === 407) {
        // VS Code may have a login that Parley does not know. If it asks the user for one, that is not waited for.
        const opened = await withinLimit(
          limits.stepMs / 4,
          signal,
          async () => begun.opened,
          () => undefined,
        );
        if (opened?.kind === 'secure') {
          return proxyOpen(shown, [vscode.l10n.t('VS Code has signed in to the proxy.')]);
        }
      }
      return proxyAnswer(answer, proxy, placeName);
    },
    tooLate: () => ({
      status: 'problem',
      cause: 'proxyNoAnswer',
      title: vscode.l10n.t('The proxy {0} does not respond', shown),
      facts: [vscode.l10n.t('Nothing came back within {0} s.', formatNumber(limits.stepMs / 1000))],
      advice: [checkProxy()],
      action: 'proxySettings',
    }),
  });
}

function proxyOpen(shown: string, facts: readonly string[] = []): Outcome {
  return {
    status: 'fine',
    title: vscode.l10n.t('The proxy {0} opened the connection', shown),
    facts,
  };
}

function proxyClosed(shown: string, code: string): Outcome {
  return {
    status: 'problem',
    cause: 'proxyUnreachable',
    title: vscode.l10n.t('The proxy {0} cannot be reached', shown),
    facts: [vscode.l10n.t('The system reported {0}.', code)],
    advice: [checkProxy()],
    action: 'proxySettings',
  };
}

function checkProxy(): string {
  return vscode.l10n.t(
    'Check the address of the proxy. If none is needed here, such as outside a company network, remove it from the settings or the environment.',
  );
}

function proxyAnswer(
  answer: Exclude<ProxyAnswer, { readonly kind: 'untrusted' }>,
  proxy: ProxyUrl,
  placeName: string,
): Outcome {
  const { shown } = proxy;
  if (answer.kind === 'failed') {
    return proxyClosed(shown, answer.code);
  }
  if (answer.kind === 'other') {
    return {
      status: 'problem',
      cause: 'notAProxy',
      title: vscode.l10n.t('{0} is not a proxy', shown),
      facts: [vscode.l10n.t('Response text: “{0}”', oneLine(answer.words))],
      advice: [checkProxy()],
      action: 'proxySettings',
    };
  }
  const { status, signIn, body } = answer;
  if (status >= 200 && status < 300) {
    return proxyOpen(shown);
  }
  const words = oneLine(readableText(body));
  const facts = [
    vscode.l10n.t('The proxy responded with status {0}.', String(status)),
    ...(words === '' ? [] : [vscode.l10n.t('Response text: “{0}”', words)]),
  ];
  const [cause, title, advice] = rejection(status, proxy, placeName);
  return {
    status: 'problem',
    cause,
    title,
    facts: [
      ...facts,
      ...(signIn.length === 0
        ? []
        : [vscode.l10n.t('Ways to sign in: {0}.', signIn.map(schemeOf).join(', '))]),
    ],
    advice,
    action: 'proxySettings',
  };
}

function rejection(
  status: number,
  { shown, address: { login } }: ProxyUrl,
  placeName: string,
): readonly [cause: DiagnosisCause, title: string, advice: readonly string[]] {
  if (status === 407) {
    return [
      'proxyLogin',
      login === undefined
        ? vscode.l10n.t('The proxy {0} requires a sign-in', shown)
        : vscode.l10n.t('The proxy {0} does not accept the user name or password', shown),
      [
        vscode.l10n.t(
          'Enter the user name and password when VS Code asks for them, or set {0} to {1}, with special characters percent-encoded.',
          'http.proxy',
          'http://user:password@host:port',
        ),
        vscode.l10n.t('For Kerberos, set {0}.', 'http.proxyKerberosServicePrincipal'),
      ],
    ];
  }
  if (status === 502 || status === 503 || status === 504) {
    return [
      'proxyGateway',
      vscode.l10n.t('The proxy could not reach {0}', placeName),
      [
        vscode.l10n.t(
          'Check the host and port of the connection. If the service is in your own network, add its host to {0}.',
          'http.noProxy',
        ),
      ],
    ];
  }
  return [
    'proxyRejected',
    vscode.l10n.t('The proxy rejected the connection to {0}', placeName),
    [
      vscode.l10n.t('Ask the operator of the proxy to allow this host and port.'),
      vscode.l10n.t(
        'If the service can be reached without the proxy, add its host to {0}.',
        'http.noProxy',
      ),
    ],
  ];
}

function schemeOf(challenge: string): string {
  return challenge.split(/[\s,]/, 1)[0]?.slice(0, 40) ?? '';
}

/** Of the words of a proxy, in characters. */
const maxWords = 300;

function oneLine(text: string): string {
  return text
    .slice(0, 4 * maxWords)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxWords);
}
