import { l10n } from 'vscode';
import { readableText } from '../../service/excerpt.ts';
import type { ProxyAnswer } from '../../shared/diagnosis/network.ts';
import { formatNumber } from '../../shared/language.ts';
import { failureCode, networkTrouble } from '../../shared/service/serviceErrorKind.ts';
import { isThisComputer } from '../connections/consents/consents.ts';
import type { Outcome } from './diagnosis.ts';
import { networkOutcome, outcome } from './outcomes.ts';
import { takeStep, type Walk, withinLimit } from './walk.ts';
import { certificateFacts, isCertificateTrouble } from './certificateStep.ts';
import type { NetworkTools } from './networkTools.ts';
import type { ProxyUrl, Way } from './proxyStep.ts';

/** An IP address, which needs no look-up. */
const ipAddress = /^(?:\d+(?:\.\d+){3}|[\da-f]*:[\da-f:.]*)$/i;

/** Looks up the host name of the service, or of the proxy, which then looks up that of the service. */
export async function nameStep(
  walk: Walk,
  network: NetworkTools,
  { proxy }: Way,
): Promise<Outcome> {
  const name = proxy?.host ?? walk.place.host;
  const isAddress = ipAddress.test(name);
  const failed =
    proxy === undefined ? outcome('nameLookupFailed', name) : outcome('proxyNotFound', proxy.shown);
  return takeStep(walk, {
    step: 'name',
    tried: isAddress ? undefined : `DNS ${name}`,
    limitMs: walk.limits.stepMs,
    async work(): Promise<Outcome> {
      if (isAddress) {
        return { status: 'fine', title: name };
      }
      const found = await network.lookUp(name);
      if (found.kind === 'found') {
        return { status: 'fine', title: found.addresses.join(', ') };
      }
      return proxy === undefined && found.code === 'ENOTFOUND'
        ? networkOutcome(found.code, name)
        : { ...failed, facts: [found.code] };
    },
    late: failed,
  });
}

/** Opens a connection to the service, or asks the proxy for one. */
export async function portStep(walk: Walk, network: NetworkTools, way: Way): Promise<Outcome> {
  const { place, placeName, limits } = walk;
  const { proxy } = way;
  const isAsked = proxy !== undefined && proxy.scheme !== 'socks';
  return takeStep(walk, {
    step: 'port',
    tried: isAsked ? `CONNECT ${placeName}` : `TCP ${proxy?.shown ?? placeName}`,
    limitMs: limits.stepMs,
    async work(signal) {
      if (isAsked) {
        return askProxy(walk, network, { ...way, proxy }, signal);
      }
      const opened = await network.connect(proxy ?? place, signal);
      if (opened.kind === 'open') {
        return {
          status: 'fine',
          title: `${opened.address}:${(proxy ?? place).port}`,
          facts: [`${formatNumber(Math.round(opened.durationMs))} ms`],
        };
      }
      return proxy === undefined
        ? closedPort(walk, network, opened.code)
        : outcome('proxyUnreachable', proxy.shown, [opened.code]);
    },
    late:
      proxy === undefined
        ? networkOutcome('ETIMEDOUT', placeName)
        : outcome('proxyNoAnswer', proxy.shown),
  });
}

/** Ports on which servers listen unless they are told otherwise (`docs/service-interface.md`). */
const usualPorts =
  'Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000, SGLang 30000, LiteLLM 4000, Jan 1337, KoboldCpp 5001, Docker Model Runner 12434';

function closedPort(
  { place, placeName, url, services }: Walk,
  network: NetworkTools,
  code: string,
): Outcome {
  const closed = networkOutcome(code, placeName);
  if (networkTrouble(code) !== 'refused') {
    return closed;
  }
  if (!isThisComputer(url.hostname)) {
    const local = l10n.t(
      'If the server is running, it may accept only local connections. Configure it to listen on {0}.',
      '0.0.0.0',
    );
    return { ...closed, advice: [...(closed.advice ?? []), local] };
  }
  const isElsewhere = services.place.isRemote || network.isContainer();
  const facts = [code, l10n.t('Usual ports: {0}.', usualPorts)];
  return isElsewhere
    ? outcome('loopbackIsRemote', String(place.port), facts)
    : { ...closed, facts };
}

async function askProxy(
  walk: Walk,
  network: NetworkTools,
  { proxy, route, begun }: Way & { readonly proxy: ProxyUrl },
  signal: AbortSignal,
): Promise<Outcome> {
  const { place, placeName, limits, url } = walk;
  const { failure } = route ?? {};
  // For an address with http, VS Code tells of the connection before the certificate is looked at.
  const isOpened = route !== undefined && failure === undefined && url.protocol === 'https:';
  const isTrusted = isCertificateTrouble(failure) ? false : isOpened ? true : undefined;
  const answer = await network.askProxy(proxy, place, signal, isTrusted);
  if (answer.kind === 'untrusted') {
    const { problem = '' } = answer.certificate;
    const code = isTrusted === false ? (failure ?? problem) : problem;
    return untrustedProxy(proxy, code, certificateFacts(answer.certificate));
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
      return {
        status: 'fine',
        title: proxy.shown,
        facts: [l10n.t('VS Code has signed in to the proxy.')],
      };
    }
  }
  return proxyAnswer(answer, proxy, placeName);
}

/** The proxy is asked through an encrypted connection, and its own certificate is not trusted. */
function untrustedProxy({ shown }: ProxyUrl, code: string, facts: readonly string[]): Outcome {
  const isOtherHost = networkTrouble(code) === 'otherHostsCertificate';
  return {
    ...networkOutcome(code, shown),
    cause: 'proxyCertificate',
    title: l10n.t('VS Code does not trust the certificate of the proxy {0}', shown),
    facts: [code, ...facts, l10n.t('Nothing was sent to the proxy.')],
    action: isOtherHost ? 'proxySettings' : 'certificateSettings',
  };
}

function proxyAnswer(
  answer: Exclude<ProxyAnswer, { readonly kind: 'untrusted' }>,
  { shown }: ProxyUrl,
  placeName: string,
): Outcome {
  if (answer.kind === 'failed') {
    return outcome('proxyUnreachable', shown, [answer.code]);
  }
  if (answer.kind === 'other') {
    return outcome('notAProxy', shown, [quoted(answer.words)]);
  }
  const { status, signIn, body } = answer;
  if (status >= 200 && status < 300) {
    return { status: 'fine', title: shown, facts: [`HTTP ${status}`] };
  }
  const schemes = signIn.map((challenge) => challenge.split(/[\s,]/, 1)[0]?.slice(0, 40) ?? '');
  const facts = [
    `HTTP ${status}`,
    ...(schemes.length === 0 ? [] : [`Proxy-Authenticate: ${schemes.join(', ')}`]),
    quoted(readableText(body)),
  ];
  if (status === 407 || [502, 503, 504].includes(status)) {
    return outcome(status === 407 ? 'proxySignIn' : 'proxyGateway', placeName, facts);
  }
  return {
    ...networkOutcome(failureCode.proxyRejected, placeName),
    facts,
    action: 'proxySettings',
  };
}

/** Of the words of a proxy, in characters. */
const maxWords = 300;

function quoted(words: string): string {
  const text = words
    .slice(0, 4 * maxWords)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return text === '' ? '' : `“${text.slice(0, maxWords)}”`;
}
