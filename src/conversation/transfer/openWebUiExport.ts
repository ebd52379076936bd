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
  const { history, title: innerTitle, system, params } = fieldsOf(fields['chat']);
  const { messages, currentId } = fieldsOf(history);
  const all = Object.entries(fieldsOf(messages)).map(([id, message]) =>
    messageOf(id, fieldsOf(message)),
  );
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

function messageOf(id: string, fields: Fields): ForeignMessage {
  const { text, reasoning } = withoutReasoning(textOf(fields['content']) ?? '');
  const files = listOf(fields['files']).map(fieldsOf);
  const { images, leftOut } = imagesIn(files.map(({ url, name }) => ({ url, name })));
  return {
    id,
    parentId: textOf(fields['parentId']),
    role: roleOf(fields['role']),
    text,
    reasoning,
    model: textOf(fields['model']),
    at: timeOf(fields['timestamp']),
    images,
    leftOut,
  };
}

const opening = '<details type="reasoning"';
const closing = '</details>';

/** Open WebUI stores the reasoning in the text of a reply: quoted, in a `details` element. */
function withoutReasoning(content: string): { readonly text: string; readonly reasoning: string } {
  const texts: string[] = [];
  const thoughts: string[] = [];
  let at = 0;
  for (;;) {
    const start = content.indexOf(opening, at);
    const end = content.indexOf(closing, start);
    if (start === -1 || end === -1) {
      break;
    }
    texts.push(content.slice(at, start));
    thoughts.push(unquoted(content.slice(start, end)));
    at = end + closing.length;
  }
  texts.push(content.slice(at));
  return { text: texts.join('').trim(), reasoning: thoughts.join('\n\n') };
}

function unquoted(element: string): string {
  const body = element.slice(element.indexOf('>') + 1).replace(/^\s*<summary>[^<]*<\/summary>/, '');
  const lines = body.trim().split('\n');
  return lines.map((line) => line.replace(/^(?:>|&gt;) ?/, '')).join('\n');
}
