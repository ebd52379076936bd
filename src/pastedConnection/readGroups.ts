import { parameterNames } from '../shared/service/requestParameters.ts';
import { fieldsOf } from './fields.ts';
import type { Group, Item } from './groups.ts';
import { readHeaders } from './headerFields.ts';
import { isLikelyKey } from './keyText.ts';
import { type Label, labelOf } from './labels.ts';
import { hasKey, isAddressed, joined, type Part, partAt } from './part.ts';
import { extraOf, headersIn, saidBy, saidByForm } from './said.ts';
import type { Values } from './values.ts';

/** Objects whose fields are names that stand for nothing. */
const containers = /(?:^| )(?:models|providers?|endpoints|custom|compatible|connections|apis)$/;

/** What of a request is of one message, and not of its connection. */
const ofRequest = new Set<string | undefined>([
  ...parameterNames,
  ...(
    'messages stream stream_options n max_completion_tokens tools tool_choice functions function_call response_format ' +
    'input prompt user contents system instructions max_output_tokens metadata store'
  ).split(' '),
  undefined,
]);

/** What a group is called, and the group around it. */
interface Place {
  readonly label?: string | undefined;
  readonly container?: string | undefined;
}

/** An item of a group, what its label says, and its place in the text. */
interface Field {
  readonly item: Item;
  readonly label: Label;
  readonly at: number;
}

/** Reads what the groups of a text say about connections, from the inner ones outward. */
export class GroupReader {
  readonly #values: Values;
  #at = 0;

  constructor(values: Values) {
    this.#values = values;
  }

  read(group: Group, around?: Place): readonly Part[] {
    const fields: Field[] = [];
    const inner: Part[] = [];
    const start = this.#at + 1;
    for (const item of fieldsOf(group, around?.label ?? '', this.#values)) {
      const label = labelOf(item.label ?? '');
      if (label.isForeign) {
        continue;
      }
      this.#at += 1;
      const field = { item, label, at: this.#at };
      const nested = this.#nested(field, around ?? {});
      // Models of a list are connections of their own only if they say where they are.
      const isList = label.role === 'models' && !nested.some(isPlaced);
      inner.push(...(isList ? [] : nested), ...this.#saidByForm(field, group.form));
      fields.push(...(label.role === 'models' && !isList ? [] : [field]));
    }
    const place = around === undefined ? {} : placeOf(group, around);
    const owns = [
      // What is inside says more than the name of a class.
      ...(place.service === undefined || inner.some(isPlaced)
        ? []
        : [partAt(start, { service: place.service })]),
      ...this.#said(fields, start, group, place.isModel === true),
      ...(isRequest(group, around ?? {}) ? [partAt(this.#at, this.#extraOf(fields))] : []),
    ];
    const wholes = joined([...owns, ...inner], { isOne: around !== undefined });
    const [name] = fields.flatMap((field) => this.#nameIn(field));
    const isNamed = owns.some(hasKey) || fields.some(({ label }) => label.role === 'provider');
    const isAlone = isNamed && wholes.filter(isAddressed).length < 2;
    return wholes.map((whole) => {
      const isOwn = !isAddressed(whole) || owns.some(({ baseUrl }) => baseUrl === whole.baseUrl);
      const own = isAlone || isOwn ? name : undefined;
      return withName(whole, own ?? whole.name ?? place.name);
    });
  }

  #nested({ item: { label: name, atoms }, label: { role } }: Field, around: Place) {
    return /^(?:headers?|extraBody)$/.test(role ?? '')
      ? []
      : atoms.flatMap((atom) =>
          atom.kind === 'group' ? this.read(atom, placeIn(atom, name, around)) : [],
        );
  }

  #saidByForm({ item, label, at }: Field, form: Group['form']): readonly Part[] {
    // A key in a field for something else is none.
    const isPlain = !/^[^-]/.test(item.label ?? '') || /^lines?$/.test(form);
    const texts = this.#values.texts(item.atoms.filter(({ kind }) => kind !== 'group'));
    return label.role === undefined
      ? texts.flatMap((text) => saidByForm(text, { form, isPlain })).map((one) => partAt(at, one))
      : [];
  }

  /** What the labels of a group say. */
  #said(
    fields: readonly Field[],
    start: number,
    { form }: Group,
    isModel: boolean,
  ): readonly Part[] {
    const has = (role: Label['role']) => fields.some(({ label }) => label.role === role);
    const isEntry = isModel || (has('id') && form === 'call');
    const isOfModel = isEntry && !has('model') && !has('models');
    return [
      ...this.#headers(fields),
      ...fields.flatMap(({ item, label, at }) => {
        const said = saidBy(label, item, this.#values, isOfModel);
        // Of lists of addresses and keys, the first are one connection.
        const first = start + (label.role === 'key' ? 0.5 : 0);
        const { stem, service } = label;
        return said.map((one, nth) =>
          partAt(said.length > 1 ? first + nth : at, { stem, service, ...one }),
        );
      }),
    ];
  }

  /** Headers are read together: only one holds the key. One that comes again belongs to another request. */
  #headers(fields: readonly Field[]): readonly Part[] {
    const requests: { readonly at: number; readonly pairs: Map<string, string> }[] = [];
    for (const { item, label, at } of fields) {
      const isHeader = /^headers?$/.test(label.role ?? '');
      for (const [name, value] of isHeader ? headersIn(item, this.#values) : []) {
        if (requests.at(-1)?.pairs.has(name) !== false) {
          requests.push({ at, pairs: new Map() });
        }
        requests.at(-1)?.pairs.set(name, value);
      }
    }
    return requests.map(({ at, pairs }) => partAt(at, readHeaders([...pairs])));
  }

  /** The fields of a request that are settings. */
  #extraOf(fields: readonly Field[]): Partial<Part> {
    const items = fields.flatMap(({ item, label }) =>
      label.role === undefined && item.label?.startsWith('-') !== true && !ofRequest.has(item.label)
        ? [item]
        : [],
    );
    return extraOf(this.#values.json([{ kind: 'group', form: 'record', items }]));
  }

  /** A name can have several words without quotes. One that is a key is none, and an option names something else. */
  #nameIn({ item: { label: own = '', atoms }, label: { role } }: Field): readonly string[] {
    const words = atoms.flatMap((atom) => (atom.kind === 'word' ? atom.text : []));
    const [text = ''] = this.#values.texts(atoms);
    const name = words.length === atoms.length ? words.join(' ') : text;
    const isUsable = /^.{1,100}$/.test(name) && !isLikelyKey(name) && !own.startsWith('-');
    return role === 'name' && isUsable ? [name] : [];
  }
}

function withName(part: Part, name: string | undefined): Part {
  return { ...part, name };
}

function isPlaced(part: Part): boolean {
  return isAddressed(part) || part.service !== undefined;
}

/** `[providers.lab]` is the label and what is around it. */
function placeIn({ callee }: Group, name: string | undefined, around: Place): Place {
  const [label, container = around.label] = (name ?? callee)?.split('.').toReversed() ?? [];
  return label === undefined ? around : { label, container };
}

/** Whether a group is the body of a request. */
function isRequest({ form, isQuoted = false, items }: Group, { label = '' }: Place): boolean {
  const has = (name: string) => items.some(({ label }) => label === name);
  const isBody = isQuoted || labelOf(label).role === 'body';
  return form !== 'lines' && (has('messages') || (isBody && has('model')));
}

/** What the name of a class or a function, or the label of a group says about what is in it. */
function placeOf(
  { form, callee = '' }: Group,
  { label = '', container = '' }: Place,
): Partial<Part> & { readonly isModel?: boolean } {
  const around = labelOf(container);
  const own = labelOf(label);
  if (form === 'call' && callee !== '') {
    return { service: labelOf(callee, true).service };
  }
  if (own.role === 'models' || around.role === 'models') {
    return { isModel: true };
  }
  // `options` and its like are no names.
  return own.stem !== '' && containers.test(around.words) ? { name: label } : {};
}
