import { isArrayOf, isString } from '../../shared/guards.ts';
import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  imagesIn,
  listOf,
  roleOf,
  timeOf,
  textOf,
  type ForeignMessage,
} from './fromForeign.ts';

/** Reads a conversation of Open WebUI. Its `chat.history` is a tree of messages. */
export function openWebUiExport(fields: Fields): ForeignConversation {
  const { history, messages: list, title: innerTitle, system, params } = fieldsOf(fields['chat']);
  const { messages, currentId } = fieldsOf(history);
  const tree = Object.entries(fieldsOf(messages)).map(([id, message]) =>
    messageOf(id, fieldsOf(message)),
  );
  // Early versions had a list in place of the tree.
  const all = tree.length > 0 ? tree : inOrder(listOf(list).map(fieldsOf));
  const { tags } = fieldsOf(fields['meta']);
  return {
    title: textOf(fields['title']) ?? textOf(innerTitle),
    createdAt: timeOf(fields['created_at']),
    messages: all,
    lastId: textOf(currentId),
    systemPrompt: textOf(fieldsOf(params)['system']) ?? textOf(system),
    pinned: fields['pinned'] === true ? true : undefined,
    tags: isArrayOf(isString)(tags) && tags.length > 0 ? tags : undefined,
  };
}

function inOrder(messages: readonly Fields[]): readonly ForeignMessage[] {
  return messages.map((fields, index) => ({
    ...messageOf(`${index}`, fields),
    parentId: index === 0 ? undefined : `${index - 1}`,
  }));
}

function messageOf(id: string, fields: Fields): ForeignMessage {
  const parts = listOf(fields['content']).map(fieldsOf);
  const said = parts
    .filter(({ type }) => type === 'text')
    .map((part) => textOf(part['text']) ?? '');
  const { text, reasoning, calls } = withoutDetails(textOf(fields['content']) ?? said.join('\n\n'));
  const files = listOf(fields['files']).map(fieldsOf);
  const { images, leftOut } = imagesIn([
    ...files.map(({ url, name }) => ({ url, name })),
    ...parts
      .filter(({ type }) => type !== 'text')
      .map(({ image_url: image }) => ({ url: fieldsOf(image)['url'] ?? image })),
  ]);
  return {
    id,
    parentId: textOf(fields['parentId']),
    role: roleOf(fields['role']),
    text,
    reasoning,
    model: textOf(fields['model']),
    at: timeOf(fields['timestamp']),
    images,
    leftOut: leftOut + calls,
  };
}

const opening = '<details type="';
const closing = '\n</details>';

/**
 * Open WebUI stores in the text of a reply, as `details` elements, its reasoning, which is quoted, and the calls of tools,
 * which are counted.
 */
function withoutDetails(content: string): {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: number;
} {
  const texts: string[] = [];
  const thoughts: string[] = [];
  let [at, calls] = [0, 0];
  for (;;) {
    const start = content.indexOf(opening, at);
    const end = content.indexOf(closing, start);
    if (start === -1 || end === -1) {
      break;
    }
    texts.push(content.slice(at, start));
    if (content.startsWith('reasoning"', start + opening.length)) {
      thoughts.push(unquoted(content.slice(start, end)));
    } else {
      calls += 1;
    }
    at = end + closing.length;
  }
  texts.push(content.slice(at));
  return { text: texts.join('').trim(), reasoning: thoughts.join('\n\n'), calls };
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

function unquoted(element: string): string {
  const body = element.slice(element.indexOf('>') + 1).replace(/^\s*<summary>[^<]*<\/summary>/, '');
  return body
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(?:>|&gt;) ?/, ''))
    .join('\n')
    .replaceAll(/&(?:lt|gt|amp|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity);
}
