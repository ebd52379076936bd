import type { NetworkTrouble } from '../../shared/service/serviceErrorKind.ts';
import type { Advice } from './advice.ts';

/** What is at stake where a request may have reached the service. */
export const billing = 'The service may have billed the attempt that failed.';

/** What is said where the service was not reached or the connection broke. */
export const networkAdvice: Readonly<Record<NetworkTrouble, Advice>> = {
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
    'If it is the certificate of your organisation or your own server: add its root certificate to the ' +
      'trusted ones of the operating system, leave the setting http.systemCertificates on, and ' +
      'restart VS Code. Where Parley runs on a remote host, add it there, or start VS Code’s server ' +
      'with NODE_EXTRA_CA_CERTS set to the certificate’s file. Otherwise somebody may be reading along.',
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
};
