import { parameterNames } from '../shared/service/requestParameters.ts';
import { type Pair, readHeaders } from './headerFields.ts';
import { isLikelyKey } from './keyText.ts';
import { type Label, labelOf } from './labels.ts';
import type { Names } from './names.ts';
import { isAddressed, joined, type Part, partAt } from './part.ts';
import { extraOf, headersIn, saidBy, saidByForm } from './said.ts';
import { isValue, labelNode, type Node } from './tree.ts';

/** Objects whose fields are names that stand for nothing. */
const containers = /(?:^| )(?:models|providers?|endpoints|custom|compatible|connections|apis)$/;

/** What of a request is of one message, and not of its connection. */
const ofRequest = new Set<string>([
  ...parameterNames,
  ...(
    'messages stream stream_options n max_completion_tokens tools tool_choice functions function_call response_format ' +
    'input prompt user contents system instructions max_output_tokens metadata store'
  ).split(' '),
]);

/** A label with its values, or a value without one, and what the label says. */
interface Field {
  readonly item: Node;
  readonly label: Label;
  /** Its place in the text. */
  readonly at: number;
}

/** Reads what a text says about connections, from the inner nodes outward. */
export class Reader {
  readonly #names: Names;
  #at = 0;
  /** The label that stands among words, and the word before. */
  #label = '';
  #before = '';

  constructor(names: Names) {
    this.#names = names;
  }

  /** `place` is what the node is called, and what is around it, from the inner to the outer ones. */
  read(node: Node, place: readonly string[] = []): readonly Part[] {
    const start = this.#at + 1;
    // Only what stands alone on a line can belong to a label above it.
    const isBelow = node.form === 'lines' || (node.form === 'line' && node.items.length < 2);
    this.#label = isBelow ? this.#label : '';
    this.#before = '';
    const parts: Part[] = [];
    const fields: Field[] = [];
    for (const one of fieldsOf(node, place[0])) {
      const item = this.#labelled(one);
      const label = labelOf(item.form === 'label' ? item.text : '');
      if (!label.isForeign) {
        this.#at += 1;
        const field = { item, label, at: this.#at };
        const inner = this.#inner(field, place);
        // Models of a list are connections of their own only if they say where they are.
        const isList = label.role === 'models' && !inner.some(isPlaced);
        parts.push(
          ...(isList ? [] : inner),
          ...(label.role === undefined ? this.#byForm(field) : []),
        );
        fields.push(...(label.role === 'models' && !isList ? [] : [field]));
      }
    }
    const { service } = node.form === 'call' ? labelOf(node.text, true) : {};
    const own = [
      // What is inside says more than the name of a class.
      ...(service === undefined || parts.some(isPlaced) ? [] : [partAt(start, { service })]),
      ...this.#headers(fields),
      ...this.#said(fields, start),
      ...(isRequest(node, place) ? [partAt(this.#at, this.#extra(fields))] : []),
    ];
    const wholes = joined([...own, ...parts]);
    const has = (role: Label['role']) => fields.some(({ label }) => label.role === role);
    const isOne = wholes.length < 2 && (own.length > 0 || has('provider'));
    const [name] = isOne ? fields.flatMap((one) => this.#name(one)) : [];
    // In a list of models, an ID is that of a model, and so is a name without spaces.
    const isListed = place.slice(0, 2).some((label) => labelOf(label).role === 'models');
    const ids = fields.filter(({ label }) => label.role === 'id').map(({ item }) => item.items);
    const [id = name] = this.#names.texts(ids.flat());
    const model = isListed && !has('model') && !/\s/.test(id ?? '') ? id : undefined;
    return wholes.map((whole) => named(whole, name ?? whole.name ?? nameOf(place), model));
  }

  /** A value with its label, if one stands among the words before it: the first of its form after it. */
  #labelled(item: Node): Node {
    const label = this.#label;
    const meant = labelOf(label);
    const form = meant.role === 'key' ? /^(?=.*\d)[^:/]{6,}$/ : /[\d/:.-]/;
    const isFormed = item.form === 'text' || (item.form === 'word' && form.test(item.text));
    const labelled = labelNode(label, [item]);
    const isSaid = isFormed && saidBy(meant, labelled, this.#names).length > 0;
    if (item.form === 'label' || isSaid) {
      this.#label = '';
      return isSaid ? labelled : item;
    }
    // Two words are a label if they say more than the last one; words before that are a sentence's.
    const word = isValue(item) ? item.text : '';
    if (!/[\p{L}\p{N}]/u.test(word)) {
      return item;
    }
    const both = `${this.#before} ${word}`;
    const [role, roleOfBoth] = [labelOf(word).role, labelOf(both).role];
    const isBoth = roleOfBoth !== undefined && roleOfBoth !== role;
    this.#label = isBoth ? both : role === undefined ? label : word;
    this.#before = word;
    return item;
  }

  /** What the values of a field say that are no texts. */
  #inner({ item, label: { role } }: Field, around: readonly string[]): readonly Part[] {
    const isLabel = item.form === 'label';
    const nodes = /^(?:headers?|extraBody)$/.test(role ?? '') ? [] : isLabel ? item.items : [item];
    return nodes.flatMap((node) => {
      const name = isLabel ? item.text : node.text;
      const place = [...name.split('.').toReversed(), ...around].filter((one) => one !== '');
      const inner =
        node.form === 'label' ? { form: 'line' as const, text: '', items: [node] } : node;
      return isValue(node) ? [] : this.read(inner, place);
    });
  }

  /** A key in a field for something else is none. */
  #byForm({ item, at }: Field): readonly Part[] {
    const isLabel = item.form === 'label';
    return this.#names
      .texts((isLabel ? item.items : [item]).filter(isValue))
      .flatMap((text) => saidByForm(text, !isLabel))
      .map((one) => partAt(at, one));
  }

  #said(fields: readonly Field[], start: number): readonly Part[] {
    return fields.flatMap(({ item, label, at }) => {
      const said = saidBy(label, item, this.#names);
      // Of lists of addresses and keys, the first are one connection.
      const first = start + (label.role === 'key' ? 0.5 : 0);
      const { stem, service } = label;
      return said.map((one, nth) =>
        partAt(said.length > 1 ? first + nth : at, { stem, service, ...one }),
      );
    });
  }

  /** Headers are read together: only one holds the key. One that comes again belongs to another request. */
  #headers(fields: readonly Field[]): readonly Part[] {
    const requests: { readonly at: number; readonly pairs: Map<string, string> }[] = [];
    for (const { item, label, at } of fields) {
      const isHeader = /^headers?$/.test(label.role ?? '');
      const pairs: readonly Pair[] = isHeader ? headersIn(item, this.#names) : [];
      for (const [name, value] of pairs) {
        if (requests.at(-1)?.pairs.has(name) !== false) {
          requests.push({ at, pairs: new Map() });
        }
        requests.at(-1)?.pairs.set(name, value);
      }
    }
    return requests.map(({ at, pairs }) => partAt(at, readHeaders([...pairs])));
  }

  /** The fields of a request that are settings. */
  #extra(fields: readonly Field[]): Partial<Part> {
    const items = fields
      .filter(({ item, label }) => item.form === 'label' && label.role === undefined)
      .map(({ item }) => item)
      .filter(({ text }) => !ofRequest.has(text));
    return extraOf([{ form: 'record', text: '', items }], this.#names);
  }

  /** A name can have several words without quotes. One that is a key is none, and an option names something else. */
  #name({ item: { text: own, items }, label: { role } }: Field): readonly string[] {
    const [text = ''] = this.#names.texts(items);
    const isWords = items.every(({ form }) => form === 'word');
    const name = isWords ? items.map((word) => word.text).join(' ') : text;
    const isUsable = /^.{1,100}$/.test(name) && !isLikelyKey(name) && !own.startsWith('-');
    return role === 'name' && isUsable ? [name] : [];
  }
}

/** What is in a node, with labels that stand elsewhere than before a mark. */
function fieldsOf({ form, text, items }: Node, around: string | undefined): readonly Node[] {
  const { role } = form === 'call' ? labelOf(text, true) : {};
  const count = role === undefined ? 0 : /^(?:models|headers)$/.test(role) ? items.length : 1;
  const called = items.slice(0, count).filter((item) => item.form !== 'label');
  const isValued = items.some((item) => isNamed(item, /^(?:value|default|raw)$/));
  const naming = items.find((item) => isNamed(item, /(?:^|\s)(?:name|key|variable)$/i));
  const named = naming?.items[0];
  // `name: NAME, value: …` and `NAME { default: … }` are a label and its value.
  const name = (named !== undefined && isValue(named) ? named.text : around) ?? '';
  const isLabel = labelOf(name).role !== undefined;
  const fields = items
    .filter((item) => !isValued || item !== naming)
    .map((item) =>
      isLabel && isNamed(item, /^(?:value|default|raw)$/) ? labelNode(name, item.items) : item,
    );
  return [
    ...(called.length === 0 ? [] : [labelNode(text, called)]),
    ...(/^lines?$/.test(form) ? fields.flatMap((field) => plainWords(field, form)) : fields),
  ];
}

function isNamed({ form, text }: Node, name: RegExp): boolean {
  return form === 'label' && name.test(text);
}

/** In a text, what stands behind a label that says nothing are words like others. */
function plainWords(field: Node, form: Node['form']): Node | readonly Node[] {
  const { items } = field;
  const { role, isForeign } = labelOf(field.text);
  const isPlain =
    field.form === 'label' && role === undefined && !isForeign && items.every(isValue);
  return isPlain ? (form === 'line' ? items : { form: 'line', text: '', items }) : field;
}

function named(part: Part, name: string | undefined, model: string | undefined): Part {
  return { ...part, name, model: part.model ?? (part.models.length === 0 ? model : undefined) };
}

function isPlaced(part: Part): boolean {
  return isAddressed(part) || part.service !== undefined;
}

/** Whether a node is the body of a request. */
function isRequest({ isQuoted = false, items }: Node, [label = '']: readonly string[]): boolean {
  const has = (name: string) => items.some((item) => item.form === 'label' && item.text === name);
  return has('messages') || ((isQuoted || labelOf(label).role === 'body') && has('model'));
}

/** The name that the label of a node is. `options` and its like are none. */
function nameOf([label = '', container = '']: readonly string[]): string | undefined {
  const { role, stem } = labelOf(label);
  return role !== 'models' && stem !== '' && containers.test(labelOf(container).words)
    ? label
    : undefined;
}
