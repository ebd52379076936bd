import { isRecord } from '../shared/guards.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { readValues } from './readCode.ts';

/** The line with which a request begins (RFC 9112), also with a whole address as REST clients have it. */
const requestLine =
  /^[ \t]{0,20}(?:GET|POST) ((?:https?:\/)?\/[^\s]{1,2000})(?: HTTP\/[\d.]{1,5})?[ \t]{0,20}$/m;

const headerLine = /^[ \t]{0,20}([A-Za-z][\w-]{1,100}):[ \t]{0,20}(.{0,8000})$/;

/** More than a page with examples has. */
const maxRequests = 50;

/** Reads requests as they go over the wire, or as REST clients store them. */
export function readHttpRequests(text: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let rest = text;
  for (let count = 0; count < maxRequests; count += 1) {
    const line = requestLine.exec(rest);
    if (line === null) {
      break;
    }
    const [whole, target = ''] = line;
    rest = rest.slice(line.index + whole.length + 1);
    const lines = rest.split('\n', 200);
    const end = lines.findIndex((line) => !headerLine.test(line));
    const headers = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.trim());
    const host = headers.flatMap((line) => /^host:\s*([\w.:-]{1,300})$/i.exec(line)?.[1] ?? [])[0];
    const next = requestLine.exec(rest)?.index ?? rest.length;
    const body = rest.slice(0, next).slice(headers.join('\n').length, maxBodyLength);
    candidates.push(
      candidateOf({
        url: target.startsWith('/') ? `${host ?? '<host>'}${target}` : target,
        headers,
        body: readValues(body).find(isRecord),
      }),
    );
  }
  return candidates;
}

/** Longer bodies hold a whole conversation. */
const maxBodyLength = 65_536;
