import { isRecord } from '../shared/guards.ts';
import { labelOf } from './labels.ts';
import { isValue, type Node } from './tree.ts';

/** Longer texts are cut: each can consist of others. */
const maxTextLength = 16_384;

/** Names that stand for names that stand for names. */
const maxSteps = 5;

/** What names may stand for in all, in characters, with 50 for each look-up: a list of names can stand for lists of names. */
const maxFound = 1_048_576;

/** References in a text: `${NAME}`, `{name}` of Python, `$NAME`, `%NAME%`, `{env:NAME}`. */
const reference =
  /\$\{\{?\s?([\w.$]{1,100})(?:\["?'?(\w{1,100}))?[^{}]{0,100}\}{1,2}|\{(?:env:)?([\w.]{1,100})\}|\$(?:env:)?(\w{1,100})|%(\w{1,100})%/gi;

/** What values say, with what the text itself says that the names in them stand for. */
export class Names {
  /** Whether model IDs begin with a provider, as LiteLLM has them. */
  readonly hasProviderInModel: boolean;
  /** The first values that each name stands for. */
  readonly #named = new Map<string, readonly Node[]>();
  #found = 0;

  constructor(whole: Node, hasProviderInModel: boolean) {
    this.hasProviderInModel = hasProviderInModel;
    this.#collect(whole);
  }

  #collect({ form, text, items }: Node): void {
    const [, name] = /(?:^|[\s.$])([\p{L}_][\w-]{0,100})$/u.exec(text) ?? [];
    const isName = name !== undefined && /^(?:label|lines)$/.test(form) && items.length > 0;
    if (isName && !this.#named.has(name)) {
      this.#named.set(name, items);
    }
    items.forEach((item) => this.#collect(item));
  }

  #valueOf(path: string, depth: number): readonly Node[] {
    const isOwn = /^[^.]*$|^(?:self|this|env|os\.environ|process\.env)\./.test(path);
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/^(?:\$(?:env:)?|[*&])/, '');
    const items = (isOwn && depth < maxSteps ? this.#named.get(name) : undefined) ?? [];
    this.#found += 50 * items.length;
    return this.#found > maxFound ? [] : items;
  }

  /** A text with what its references stand for. */
  #filled(text: string, depth: number): string {
    const filled = text
      .slice(0, maxTextLength)
      .replaceAll(reference, (whole, ...names: readonly (string | undefined)[]) => {
        const name = names.slice(0, 5).findLast((one) => one !== undefined);
        const [value] = this.texts(this.#valueOf(name ?? '', depth), depth + 1);
        this.#found += value?.length ?? 0;
        return value === undefined || this.#found > maxFound ? whole : value;
      });
    return filled.slice(0, maxTextLength);
  }

  /** The texts that values can be; the first usable one counts. Of several words, those of a sentence are none. */
  texts(nodes: readonly Node[], depth = 0): readonly string[] {
    return nodes.slice(0, 20).flatMap((node) => {
      const { form, text, items } = node;
      if (isValue(node)) {
        const [value, ...others] = form === 'word' ? this.#valueOf(text, depth) : [];
        const isNamed =
          value !== undefined && value !== node && /^(?:word|text|call|label)$/.test(value.form);
        const filled = isNamed ? '' : this.#filled(text, depth);
        return isNamed
          ? this.texts([value, ...others], depth + 1)
          : form === 'text'
            ? [filled]
            : this.#wordTexts(filled, nodes.length > 1);
      }
      // What has labels says by itself what it is, and so does `apiKey("…")`.
      const isOther =
        (form !== 'label' && items.some((item) => item.form === 'label')) ||
        (form === 'call' && labelOf(text).role === 'key');
      // `getenv("NAME", "text")` means the text, or else the variable.
      const texts = (isOther || depth > maxSteps ? [] : items)
        .flatMap((item) => this.texts([item], depth + 1))
        .map((one) => one.replace(/^[A-Z][A-Z\d]*_[A-Z\d_]+$/, '${$&}'));
      return form === 'call' ? texts.toReversed() : texts;
    });
  }

  /** A constant is a reference, and so is a path that begins with a name or ends with a label. */
  #wordTexts(text: string, isOneOfSeveral: boolean): readonly string[] {
    const [, name] = /^(?:[\w$.:]*\.)?([A-Z][A-Z\d]*_[A-Z\d_]+)$/.exec(text) ?? [];
    const [, root = '', last = ''] = /^([a-z_$][\w$]*)(?:\.\w+)*\.(\w+)$/i.exec(text) ?? [];
    const isPath = this.#named.has(root) || labelOf(last).role !== undefined;
    const isWord =
      /^\.|^(?:new|None|null|undefined|true|false)$/.test(text) ||
      (isOneOfSeveral && /^[\p{L}.]+$/u.test(text));
    return name !== undefined ? [`\${${name}}`] : isPath || isWord ? [] : [text];
  }

  /** The nodes that a value stands for if it is the name of a list or an object; or else itself. `depth` counts steps. */
  meant(node: Node, depth: number): readonly Node[] {
    const nodes = node.form === 'word' ? this.#valueOf(node.text, depth) : [];
    return nodes.every(isValue) ? [node] : nodes;
  }

  /** Values as JSON, also where they are names. */
  json(nodes: readonly Node[], depth = 0): unknown {
    const values = nodes.slice(0, 3).map((node) => this.#jsonOf(node, depth));
    return values.find(isRecord) ?? values.at(-1);
  }

  #jsonOf(node: Node, depth: number): unknown {
    const { form, text } = node;
    if (/^(?:\$?(?:true|false)|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/i.test(text) && form === 'word') {
      return JSON.parse(text.replace('$', '').toLowerCase());
    }
    const fields = node.items.filter((item) => item.form === 'label');
    return isValue(node)
      ? this.texts([node], depth)[0]
      : fields.length > 0 || form === 'record'
        ? Object.fromEntries(fields.map((item) => [item.text, this.json(item.items, depth)]))
        : node.items.map((item) => this.json([item], depth));
  }
}
