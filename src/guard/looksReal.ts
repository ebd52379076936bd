/** What documentation and tests write in place of a secret. */
const placeholder =
  /example|sample|dummy|placeholder|redacted|masked|your[-_]|change.?me|insert|replace|x{5}|\*{3}|\.{3}|0{6}|1234567|abcdefg|deadbeef|foobar/i;

/** Four letters in any case come together by chance in one of some thousand tokens. */
const fake = /[Ff]ake|FAKE/;

/** What the parts of a JSON Web Token say in documentation: that of AWS, of jwt.io, of Microsoft and of PyJWT. */
const placeholderInParts = /EXAMPLE|"some": ?"payload"|"sub": ?"1234567890"|"name": ?"Abe Lincoln"/;

/** A secret that a service made has at least so many different characters. */
const leastDifferent = 10;

/** Whether a value can be a secret, and not what stands in its place in documentation and tests. */
export function looksReal(value: string): boolean {
  const start = value.slice(0, 500);
  return (
    !placeholder.test(start) &&
    !fake.test(start) &&
    !partsOfToken(value).some((part) => placeholderInParts.test(part)) &&
    new Set(start).size >= leastDifferent
  );
}

/** What is in the header and the payload of a JSON Web Token. */
function partsOfToken(value: string): readonly string[] {
  const parts = value.startsWith('eyJ') ? value.split('.', 2) : [];
  return parts.map((part) => {
    // Base64url without padding. A single character that is left over has no byte.
    const whole = part.length % 4 === 1 ? part.slice(0, -1) : part;
    try {
      return atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
    } catch {
      return '';
    }
  });
}
