import * as vscode from 'vscode';
import type { DiagnosisCause } from '../../../shared/diagnosis/diagnosis.ts';
import type { Certificate, CertificateFacts } from '../../../shared/diagnosis/network.ts';
import { displayLanguage, formatNumber } from '../../../shared/language.ts';
import { isThisComputer } from '../../connections/keys/unencrypted.ts';
import type { Place } from '../diagnosisServices.ts';
import type { Outcome } from '../findings.ts';
import { takeStep, type Walk } from '../walk.ts';
import type { Way } from './way.ts';
import type { NetworkTools } from './networkTools.ts';

/** Looks at the certificate that the service, or something in its place, shows. */
export async function certificateStep(walk: Walk, way: Way): Promise<Outcome> {
  const { url, placeName, limits, findings } = walk;
  if (url.protocol === 'http:') {
    const outcome = unencrypted(url);
    findings.set('certificate', outcome);
    return outcome;
  }
  return takeStep(walk, {
    step: 'certificate',
    title: vscode.l10n.t('Checking the certificate of {0}', placeName),
    tried: vscode.l10n.t('TLS handshake with {0}', placeName),
    limitMs: limits.stepMs,
    async work() {
      const opened = await way.begun.opened;
      switch (opened.kind) {
        case 'secure':
          return certificateOutcome(opened.certificate, walk, way);
        case 'failed':
          return noHandshake(opened.code, walk);
        case 'plain':
        case 'notEncrypted':
          return noHandshake(undefined, walk);
      }
    },
    tooLate: () => ({
      status: 'problem',
      cause: 'tlsNoAnswer',
      title: vscode.l10n.t('{0} accepts connections but does not respond', placeName),
      facts: [
        vscode.l10n.t(
          'The TLS handshake was not finished within {0} s.',
          formatNumber(limits.stepMs / 1000),
        ),
      ],
      advice: [
        vscode.l10n.t(
          'Check the port. The server may hang, or a firewall may hold back the connection.',
        ),
      ],
      action: 'editConnection',
    }),
  });
}

function unencrypted({ hostname }: URL): Outcome {
  return isThisComputer(hostname)
    ? {
        status: 'skipped',
        title: vscode.l10n.t('Not encrypted: the address begins with http'),
        facts: [vscode.l10n.t('The connection stays on this computer.')],
      }
    : {
        status: 'warning',
        cause: 'unencrypted',
        title: vscode.l10n.t('Not encrypted: the address begins with http'),
        facts: [
          vscode.l10n.t(
            'Anyone on the network between you and the service can read the API key and the chat.',
          ),
        ],
        advice: [vscode.l10n.t('Use https if the service has it.')],
        action: 'editConnection',
      };
}

function noHandshake(code: string | undefined, { placeName }: Walk): Outcome {
  const facts = code === undefined ? [] : [vscode.l10n.t('The system reported {0}.', code)];
  if (code !== undefined && /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|^EPROTO$/.test(code)) {
    return {
      status: 'problem',
      cause: 'noTls',
      title: vscode.l10n.t('{0} does not use https', placeName),
      facts: [...facts, vscode.l10n.t('What came back is not encrypted.')],
      advice: [
        vscode.l10n.t('Change the address to begin with http://, or use the server’s https port.'),
      ],
      action: 'editConnection',
    };
  }
  return {
    status: 'problem',
    cause: 'tlsFailed',
    title: vscode.l10n.t('No encrypted connection to {0} could be established', placeName),
    facts: [...facts, vscode.l10n.t('The connection ended during the TLS handshake.')],
    advice: [
      vscode.l10n.t('Check the host and port of the connection.'),
      vscode.l10n.t(
        'A firewall that does not allow this host closes the connection in the same way.',
      ),
    ],
    action: 'editConnection',
  };
}

function certificateOutcome(facts: CertificateFacts, walk: Walk, way: Way): Outcome {
  const [own] = facts.chain;
  if (own === undefined) {
    return noHandshake(undefined, walk);
  }
  const said = certificateFacts(facts, own);
  const trouble = troubleOf(facts, own, way);
  if (trouble === undefined) {
    return trusted(facts, own, said, walk);
  }
  const { title, advice } = troubles[trouble](own, walk.place.host, rootOf(facts));
  const isTrust = trouble !== 'certificateWrongName' && trouble !== 'certificateExpired';
  const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
  if (walk.services.network?.variable(variable) === '0') {
    return {
      status: 'warning',
      cause: trouble,
      title,
      facts: [
        ...said,
        vscode.l10n.t(
          'It is accepted anyway because {0} is set in the environment.',
          `${variable}=0`,
        ),
      ],
      advice: [
        vscode.l10n.t(
          'Anyone on the network can then read and change the connection. Remove the variable.',
        ),
      ],
    };
  }
  return {
    status: 'problem',
    cause: trouble,
    title,
    facts: said,
    advice: isTrust ? [...advice, ...trustAdvice(trouble, walk)] : advice,
    action: isTrust ? 'certificateSettings' : 'editConnection',
  };
}

/** What a certificate says, a sentence each. `own` is the first of its chain. */
export function certificateFacts({ chain, protocol, problem }: CertificateFacts, own: Certificate) {
  return [
    vscode.l10n.t('Issued to “{0}” by “{1}”.', own.subject, own.issuer),
    vscode.l10n.t('Valid from {0} to {1}.', day(own.validFrom), day(own.validTo)),
    ...(own.names.length === 0 ? [] : [vscode.l10n.t('For: {0}.', own.names.join(', '))]),
    ...(chain.length < 2
      ? []
      : [vscode.l10n.t('Chain: {0}.', chain.map(({ subject }) => subject).join(' ← '))]),
    protocol,
    ...(problem === undefined ? [] : [vscode.l10n.t('VS Code reported {0}.', problem)]),
  ].filter((fact) => fact !== '');
}

function day(atMs: number): string {
  return Number.isNaN(atMs)
    ? '?'
    : new Date(atMs).toLocaleDateString(displayLanguage(), {
        dateStyle: 'medium',
        timeZone: 'UTC',
      });
}

type CertificateTrouble = Extract<
  DiagnosisCause,
  | 'selfSigned'
  | 'certificateExpired'
  | 'certificateNotYetValid'
  | 'certificateWrongName'
  | 'chainIncomplete'
  | 'certificateIntercepted'
  | 'certificateUntrusted'
>;

/**
 * What is wrong with a certificate, by the codes of OpenSSL's verification (`openssl verify`) and of Node. `proxy` is the
 * proxy on the way.
 */
export function troubleOf(
  { problem, chain }: CertificateFacts,
  own: Certificate,
  { proxy }: Pick<Way, 'proxy'>,
): CertificateTrouble | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'CERT_HAS_EXPIRED':
      return 'certificateExpired';
    case 'CERT_NOT_YET_VALID':
      return 'certificateNotYetValid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'certificateWrongName';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      // OpenSSL looks at the issuer before it looks at the dates.
      return own.validTo < Date.now() ? 'certificateExpired' : 'selfSigned';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return proxy === undefined ? 'chainIncomplete' : 'certificateIntercepted';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return proxy !== undefined
        ? 'certificateIntercepted'
        : chain.length === 1 && !own.isSelfSigned
          ? 'chainIncomplete'
          : 'certificateUntrusted';
    default:
      return 'certificateUntrusted';
  }
}

const troubles: Readonly<
  Record<
    CertificateTrouble,
    (own: Certificate, host: string, root: string) => { title: string; advice: readonly string[] }
  >
> = {
  selfSigned: () => ({
    title: vscode.l10n.t('The certificate is self-signed'),
    advice: [vscode.l10n.t('Trust it only if it is yours or your organisation’s.')],
  }),
  certificateExpired: ({ validTo }) => ({
    title: vscode.l10n.t('The certificate expired on {0}', day(validTo)),
    advice: [
      vscode.l10n.t('Check the date and time of this computer.'),
      vscode.l10n.t('If they are right, the operator of the service must renew the certificate.'),
    ],
  }),
  certificateNotYetValid: ({ validFrom }) => ({
    title: vscode.l10n.t('The certificate is not valid before {0}', day(validFrom)),
    advice: [vscode.l10n.t('Check the date and time of this computer.')],
  }),
  certificateWrongName: (_own, host) => ({
    title: vscode.l10n.t('The certificate is not for {0}', host),
    advice: [
      vscode.l10n.t(
        'The address must use one of the names in the certificate. Check it for a misspelling.',
      ),
    ],
  }),
  // Only the certificate of the server came: an authority between is missing, or the issuer is an organisation's own.
  chainIncomplete: (_own, _host, root) => ({
    title: vscode.l10n.t('The issuer of the certificate is not known'),
    advice: [
      vscode.l10n.t(
        'If {0} is a public authority, the server must also send its intermediate certificate (often in {1}). Browsers may fetch it themselves, so the address can work there.',
        root,
        'fullchain.pem',
      ),
      vscode.l10n.t('If it is your organisation, its root certificate must be trusted.'),
    ],
  }),
  certificateIntercepted: (_own, _host, root) => ({
    title: vscode.l10n.t('The proxy intercepts the connection'),
    advice: [
      vscode.l10n.t(
        'The certificate was issued by {0}, so the proxy decrypts the connection. If it is your organisation’s proxy, its root certificate must be trusted.',
        root,
      ),
    ],
  }),
  certificateUntrusted: (_own, _host, root) => ({
    title: vscode.l10n.t('The certificate is from an authority that is not trusted'),
    advice: [
      vscode.l10n.t(
        'It was issued by {0}. If that is your organisation, its root certificate must be trusted. Otherwise someone may be intercepting the connection.',
        root,
      ),
    ],
  }),
};

function rootOf({ chain }: CertificateFacts): string {
  return chain.at(-1)?.issuer ?? '';
}

/** What helps in VS Code (`docs/decisions/diagnosis.md`, "Only certificates of the system are advised"). */
export function trustAdvice(
  trouble: CertificateTrouble,
  { services: { place, setting, network } }: Walk,
): readonly string[] {
  if (trouble === 'certificateNotYetValid') {
    return [];
  }
  const where = trouble === 'selfSigned' ? trustOwn(place) : trustRoot(place);
  return [
    where,
    ...(setting('http.systemCertificates') === false
      ? [vscode.l10n.t('Turn on the setting {0}, which is off.', 'http.systemCertificates')]
      : []),
    ...((network?.variable('NODE_EXTRA_CA_CERTS') ?? '') === ''
      ? []
      : [
          vscode.l10n.t(
            'The environment variable {0} is set but has no effect while {1} is on.',
            'NODE_EXTRA_CA_CERTS',
            'http.systemCertificates',
          ),
        ]),
  ];
}

function trustRoot({ isRemote }: Place): string {
  return isRemote
    ? vscode.l10n.t(
        'Add the root certificate to the trusted certificates of the remote host and restart the VS Code server.',
      )
    : vscode.l10n.t(
        'Add the root certificate to the trusted certificates of the operating system and restart VS Code.',
      );
}

function trustOwn({ isRemote }: Place): string {
  return isRemote
    ? vscode.l10n.t(
        'Add it to the trusted certificates of the remote host and restart the VS Code server.',
      )
    : vscode.l10n.t(
        'Add it to the trusted certificates of the operating system and restart VS Code.',
      );
}

/** A certificate that ends within this time is worth a word. In milliseconds: 14 days. */
const soonMs = 14 * 86_400_000;

function trusted(
  { chain, isPublic }: CertificateFacts,
  own: Certificate,
  said: readonly string[],
  { url }: Walk,
): Outcome {
  const isForeign = !isPublic && !isThisComputer(url.hostname);
  const facts = isForeign
    ? [
        ...said,
        vscode.l10n.t(
          'Its authority, {0}, is not public but trusted by this system: it belongs to your organisation, or to a proxy or security software that decrypts the connection.',
          chain.at(-1)?.issuer ?? '',
        ),
      ]
    : said;
  return own.validTo - Date.now() < soonMs
    ? {
        status: 'warning',
        cause: 'certificateEndsSoon',
        title: vscode.l10n.t('The certificate expires on {0}', day(own.validTo)),
        facts,
        advice: [vscode.l10n.t('The operator of the service must renew the certificate.')],
      }
    : { status: 'fine', title: vscode.l10n.t('The certificate is trusted'), facts };
}

/** Whether the service speaks https where the address says http. */
export async function speaksTls(
  { url }: Walk,
  network: NetworkTools,
  signal: AbortSignal,
): Promise<boolean> {
  const opened = await network.begin(url.origin.replace('http:', 'https:'), signal).opened;
  return opened.kind === 'secure';
}
