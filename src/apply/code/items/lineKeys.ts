/** What the first line of something tells of it. */

/** How a line begins that goes on with what is before it, though it is not indented further. What is in a script need not be, either. */
const more =
  /^(?:[)\]}>]|\{\s*$|(?:end|else|elif|elsif|elseif|except|finally|catch|rescue|ensure|fi|done|esac|then|do|until|while\s*\(.*\);)(?=\W|$))/;

/** Whether a line goes on with what begins with `head`, or ends it: a tag ends a tag. */
export function goesOn(line: string, head: string): boolean {
  const text = line.trim();
  const [tag] = tagStart.exec(head.trim()) ?? [];
  return text.startsWith('</')
    ? tag === tagStart.exec(text.replace('/', ''))?.[0]
    : more.test(text);
}

/** Attributes and annotations on a line of their own. */
export function isAttribute(line: string): boolean {
  return /^\s*(?:@\w[\w.:]{0,100}(?:\s*\(.*\)?)?\s*$|template\s?<.*[<>,]\s*$|\[[A-Z]\w*(?:\(.*\))?(?:,.*)?\]\s*$|#!?\[|@\w+\s[^=({;]*$)/.test(
    line.slice(0, 500),
  );
}

/** What has members, and what it is called: also an object that is given a name, and a label in a class. */
export const containerHead =
  /^(?:public|private|protected)(?:\s\w{1,40})?\s?:$|^(?:[\w@()[\]=:<>.]{1,40}\s+){0,6}(?:(class|struct|interface|enum|object|namespace|module|trait|protocol|record|defmodule|defprotocol|mod|mixin|actor|union)(?:\s+(\w[\w.$:]{0,200})|(?=\s|$))|(?:extension|impl|defimpl)(?=[\s<]|$))(?!.*=\s*$)|^@(?:-\w+-)?(?:media|supports|layer|container|keyframes)\b/;

/** A tag, which is the name of its element. */
const tagStart = /^<(?:\w[\w.:-]{0,100}|(?=>))/;

/** Languages in which keys have keys within them. */
export const nestedKeys: ReadonlySet<string> = new Set(['yaml', 'json']);

/** Words that begin a statement, and are no name. */
const control =
  /^(?:if|for|foreach|while|switch|when|match|case|return|try|do|else|with|unless|until|repeat|loop|guard|throw|raise|yield|await|assert|echo|print|println|printf|puts)\b/;

const modifiers =
  /\b(?:(?:pub|public|private|internal|fileprivate)(?:\(\w+\))?|protected|static|final|override|open|abstract|async|export|default|suspend|inline|mut|virtual|readonly|sealed|extern|unsafe|partial|local|lazy|late|implicit|data|mutating|nonisolated|constexpr|noexcept|volatile|synchronized|operator|infix|tailrec|external|required|convenience|dynamic|weak|explicit|friend)(?:\s+|(?<=\))\s*)/g;

const declares =
  /^(?:(?:val|var|let|const|def|type|func|fun|auto|int|bool|string|float|double|char|long|size_t)\s+)+/;

/** A key or the name of a variable, with what is before it, up to its sign. */
const assigned =
  /^(?:"([^"]{1,200})"|'([^']{1,200})'|((?:[\w<>,.?[\]*&]{1,60}\s+){0,3}[^\s:={}()"']{1,200}))\s*(?::(?:\s|$)|:?=(?![=>~]))/;

/** The same in data, where keys may have blanks. */
const dataKey = /^(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s:{}()"'#-][^:{}"'#]{0,200}?)):(?:\s|$)/;

/** What tells something from others, and what it is called. */
export interface LineKey {
  readonly kind: 'named' | 'statement';
  readonly key: string;
  readonly name: string;
}

/** What is known of something besides its first line. */
interface KeyContext {
  readonly hasBody?: boolean;
  readonly isData?: boolean;
}

function named(key: string, name = key): LineKey {
  return { kind: 'named', key, name };
}

/** What tells something from others, by its first line: its name before a brace, the words of a statement, a call's first string. */
export function keyOfLine(
  head: string,
  { hasBody = false, isData = false }: KeyContext = {},
): LineKey {
  const plain = head
    .slice(0, 300)
    .replaceAll(/\s+/g, ' ')
    .replace(/^func \((?:\w+ )?\*?(\w+)[^)]{0,100}\) /, 'func $1.');
  const statement = (key = plain): LineKey => ({ kind: 'statement', key, name: key });
  const variable = (key: string): LineKey => named(key.replace(declares, '') || key);
  const [tag] = tagStart.exec(plain) ?? [];
  if (tag !== undefined) {
    return named(`${tag}>`);
  }
  const bare = isData ? plain : withoutModifiers(plain);
  const keyed = (isData ? dataKey : assigned).exec(bare);
  const key = keyed?.[1] ?? keyed?.[2] ?? keyed?.[3];
  if (isData) {
    return key === undefined ? statement() : variable(key);
  }
  if (control.test(plain) || /^[-*+]\s/.test(plain)) {
    return statement();
  }
  const [, word, name] = containerHead.exec(plain) ?? [];
  if (word !== undefined && name !== undefined) {
    return named(`${word} ${name}`, name);
  }
  const quoted = /^([@\w.:!]{1,100})\s?\(?\s?("[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`)/.exec(
    plain,
  );
  if (quoted !== null) {
    const call = `${quoted[1] ?? ''} ${quoted[2] ?? ''}`;
    return hasBody ? named(call) : statement(call);
  }
  if (!hasBody && /^[\w$.]+\s?\(.*\);?(?: \/\/.*| #.*)?$/.test(plain)) {
    return statement(plain.slice(0, plain.indexOf('(')));
  }
  const open = bare.indexOf('(');
  if (key !== undefined && (open === -1 || (keyed?.[0].length ?? 0) <= open)) {
    return variable(key);
  }
  const generic = /<[^<>()]*>(?=[\s,>(]|$)/g;
  const untyped = bare.replaceAll(generic, '').replaceAll(generic, '');
  const called = /^[^{]*?([\w$~.:?!*&<>[\]]{1,200})\s?\(/.exec(untyped)?.[1];
  if (called !== undefined && (hasBody || /[{};]\s*$|\bdo$|=>|\)\s*=|->/.test(plain))) {
    return named(`${called}()`, called);
  }
  const cut = bare
    .replace(/(?:[{(<=]|\b(?:extends|implements|with|where|for)\b|:\s).*$/, '')
    .trimEnd()
    .replace(/\s(?:do|then|is)$/, '');
  return hasBody || /[{]\s*$/.test(plain) ? named(cut === '' ? plain : cut) : statement();
}

export function withoutModifiers(text: string): string {
  return text.replaceAll(modifiers, '').trim();
}

const knownModifiers =
  /\b(?:export|default|pub|public|private|protected|internal|static|abstract|declare|override|final|readonly|unsafe|extern)\b|@[\w.]{1,100}|#!?\[[\w:]{1,100}/g;

export function modifiersOf(before: string): readonly string[] {
  return before.slice(0, 2000).match(knownModifiers) ?? [];
}
