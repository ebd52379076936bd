import { serviceAddress } from '../../service/serviceAddress.ts';
import { visibleText } from '../../shared/visibleText.ts';

/**
 * The base address of a connection as requests go there, with the host in ASCII: `https://xn--…/v1` for a
 * name that looks like another, `http://127.0.0.1/v1` for `0x7f.1`. An address that cannot be used is given as
 * entered, with its invisible characters as escapes.
 */
export function shownAddress(baseUrl: string): string {
  try {
    return serviceAddress(baseUrl).base;
  } catch {
    // A query that is not accepted may contain a key.
    return visibleText(baseUrl.replace(/[?#].*/s, ''));
  }
}

/** What a connection without a name is called: the host of its address, or what is there instead of one. */
export function addressName(baseUrl: string): string {
  return shownAddress(baseUrl.trim()).replace(/^https?:\/\/([^/]+).*$/, '$1');
}
