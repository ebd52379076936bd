import type { OutgoingRequest } from '../service/outgoingRequest.ts';

/** A command for a POSIX shell that sends the same request, with the key in `$API_KEY`. */
export function curlCommand({ method, url, headers, body }: OutgoingRequest): string {
  const parts = [
    `curl --no-buffer --request ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${header(name, value)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return parts.join(' \\\n  ');
}

function header(name: string, value: string): string {
  // Only here may the shell fill something in.
  return name === 'Authorization' ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
