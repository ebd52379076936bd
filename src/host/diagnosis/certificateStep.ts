import { l10n } from 'vscode';
import type { Certificate, CertificateFacts } from '../../shared/diagnosis/network.ts';
import { networkTrouble } from '../../shared/service/serviceErrorKind.ts';
import { isThisComputer } from '../connections/consents/consents.ts';
import type { Outcome } from './diagnosis.ts';
import { networkOutcome, outcome } from './outcomes.ts';
import { takeStep, type Walk } from './walk.ts';
import type { Way } from './proxyStep.ts';

/** Looks at the certificate that the service, or something in its place, shows. */
export async function certificateStep(walk: Walk, way: Way): Promise<Outcome> {
  const { url, placeName, limits, findings } = walk;
  if (url.protocol === 'http:') {
    const { title, ...warning } = outcome('unencrypted');
    const found: Outcome = isThisComputer(url.hostname)
      ? { status: 'skipped', title }
      : { ...warning, title };
    findings.set('certificate', found);
    return found;
  }
  return takeStep(walk, {
    step: 'certificate',
    tried: `TLS ${placeName}`,
    limitMs: limits.stepMs,
    async work() {
      const opened = await way.begun.opened;
      return opened.kind === 'secure'
        ? certificateOutcome(opened.certificate, walk, way)
        : noHandshake(opened.kind === 'failed' ? opened.code : 'ECONNRESET', walk);
    },
    late: outcome('noReply', placeName),
  });
}

function noHandshake(code: string, { placeName }: Walk): Outcome {
  const isPlain = /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|^EPROTO$/.test(code);
  return isPlain ? networkOutcome(code, placeName) : outcome('broken', placeName, [code]);
}

function certificateOutcome(facts: CertificateFacts, walk: Walk, way: Way): Outcome {
  const { chain, isPublic, problem } = facts;
  const [own] = chain;
  if (own === undefined) {
    return noHandshake('ECONNRESET', walk);
  }
  const said = certificateFacts(facts);
  if (problem !== undefined) {
    return untrusted(problem, own, facts, { walk, way });
  }
  const isForeign = !isPublic && !isThisComputer(walk.url.hostname);
  const authority = l10n.t(
    'Its authority, {0}, is not public but trusted by this system: it belongs to your organisation, or to a proxy or security software that decrypts the connection.',
    chain.at(-1)?.issuer ?? '',
  );
  return {
    status: 'fine',
    title: l10n.t('The certificate is trusted'),
    facts: isForeign ? [...said, authority] : said,
  };
}

/** What a certificate says. */
export function certificateFacts({ chain, protocol }: CertificateFacts): readonly string[] {
  const [own] = chain;
  return own === undefined
    ? []
    : [
        l10n.t(
          'Issued to “{0}” by “{1}”, valid from {2} to {3}.',
          own.subject,
          own.issuer,
          day(own.validFrom),
          day(own.validTo),
        ),
        own.names.join(', '),
        chain.length < 2 ? '' : chain.map(({ subject }) => subject).join(' ← '),
        protocol,
      ].filter((fact) => fact !== '');
}

/** Whether a code, of OpenSSL's verification or of Node, is about a certificate. */
export function isCertificateTrouble(code: string | undefined): boolean {
  return /certificate$/i.test(networkTrouble(code) ?? '');
}

function untrusted(
  problem: string,
  own: Certificate,
  facts: CertificateFacts,
  { walk, way }: { readonly walk: Walk; readonly way: Way },
): Outcome {
  const { services, placeName } = walk;
  const variable = (name: string): string => services.network?.variable(name) ?? '';
  const isOff = services.setting('http.systemCertificates') === false;
  const variables = ['NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED']
    .filter((name) => variable(name) !== '')
    .map((name) => `${name}: ${variable(name)}`);
  const settings = [...(isOff ? ['http.systemCertificates: false'] : []), ...variables];
  const found = troubleOf(problem, own, facts, way) ?? networkOutcome(problem, placeName);
  return {
    ...found,
    facts: [problem, ...certificateFacts(facts), ...settings],
    // The connection is opened nevertheless.
    ...(variable('NODE_TLS_REJECT_UNAUTHORIZED') === '0' && { status: 'warning' }),
  };
}

/** What the code of OpenSSL's verification (`openssl verify`) does not tell by itself. */
function troubleOf(
  problem: string,
  own: Certificate,
  { chain }: CertificateFacts,
  { proxy }: Way,
): Outcome | undefined {
  const issuer = chain.at(-1)?.issuer ?? '';
  switch (problem) {
    case 'CERT_NOT_YET_VALID':
      return outcome('certificateNotYetValid', day(own.validFrom));
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      // OpenSSL looks at the issuer before it looks at the dates.
      return own.validTo < Date.now()
        ? networkOutcome('CERT_HAS_EXPIRED', '')
        : outcome('selfSigned');
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY': {
      const isAlone = chain.length === 1 && !own.isSelfSigned;
      return proxy !== undefined
        ? outcome('certificateIntercepted', issuer)
        : isAlone || problem === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
          ? outcome('chainIncomplete', issuer)
          : undefined;
    }
    default:
      return undefined;
  }
}

/** A day as `2026-11-27`, in UTC. */
function day(atMs: number): string {
  return Number.isNaN(atMs) ? '?' : new Date(atMs).toISOString().slice(0, 10);
}
