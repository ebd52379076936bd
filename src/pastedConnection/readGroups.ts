import { parameterNames } from '../shared/service/requestParameters.ts';
import type { Atom, Group, Item } from './item.ts';
import { isLikelyKey } from './keyText.ts';
import { isForeign, type Label, labelOf } from './labels.ts';
import { hasKey, isAddressed, joined, type Part, partAt } from './part.ts';
import { extraOf, headersIn, type Hints, isValueOf, saidBy, saidByForm } from './said.ts';
import { type NamedService, serviceOfName } from './servicesByName.ts';
import type { Values } from './values.ts';

/** Groups that are looked at in all. */
const maxGroups = 20_000;

/** Objects whose fields are names that stand for nothing. */
const containers = /(?:^| )(?:models?|providers?|endpoints|custom|compatible|connections|apis)$/;

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
  readonly label?: Label | undefined;
  readonly at: number;
}

/** Reads what the groups of a text say about connections, from the inner ones outward. */
export class GroupReader {
  readonly #values: Values;
  readonly #hasProviderInModel: boolean;
  #groups = 0;
  #at = 0;

  /** `hasProviderInModel`: see `Hints`. */
  constructor(values: Values, hasProviderInModel: boolean) {
    this.#values = values;
    this.#hasProviderInModel = hasProviderInModel;
  }

  read(group: Group, around?: Place): readonly Part[] {
    this.#groups += 1;
    const fields: Field[] = [];
    const inner: Part[] = [];
    const start = this.#at + 1;
    for (const item of this.#groups > maxGroups ? [] : paired(group, around ?? {})) {
      const { label: name, isOption } = item;
      if (name !== undefined && isForeign(name)) {
        continue;
      }
      this.#at += 1;
      const label = name === undefined ? undefined : labelOf(name, { isOption });
      const field = { item, label, at: this.#at };
      const nested = this.#nested(field, around ?? {});
      // Models of a list are connections of their own only if they say where they are.
      const isList = label?.role === 'models' && !nested.some(isPlaced);
      inner.push(...(isList ? [] : nested), ...this.#saidByForm(field, group.form));
      fields.push(...(label?.role === 'models' && !isList ? [] : [field]));
    }
    const place = around === undefined ? {} : placeOf(group, around);
    const owns = [
      ...(place.service === undefined ? [] : [partAt(start, { service: place.service })]),
      ...this.#said(fields, start, place),
      ...(isRequest(group, around ?? {}) ? [partAt(this.#at, this.#extraOf(fields))] : []),
    ];
    const wholes = joined([...owns, ...inner], { isOne: around !== undefined });
    const [name] = fields.flatMap((field) => this.#nameIn(field));
    const isNamed = owns.some(hasKey) || fields.some(({ label }) => label?.role === 'provider');
    const isAlone = isNamed && wholes.filter(isAddressed).length < 2;
    return wholes.map((whole) => {
      const isOwn = !isAddressed(whole) || owns.some(({ baseUrl }) => baseUrl === whole.baseUrl);
      return withName(whole, (isAlone || isOwn ? name : undefined) ?? whole.name ?? place.name);
    });
  }

  #nested({ item: { label: name, atoms }, label }: Field, around: Place): readonly Part[] {
    return /^(?:headers?|extraBody)$/.test(label?.role ?? '')
      ? []
      : atoms.flatMap((atom) =>
          atom.kind === 'group' ? this.read(atom, placeIn(atom, name, around)) : [],
        );
  }

  #saidByForm({ item, label, at }: Field, form: Group['form']): readonly Part[] {
    const isPlain = item.label === undefined || form === 'lines' || item.isOption === true;
    const texts = this.#values.texts(item.atoms.filter(({ kind }) => kind !== 'group'));
    return label?.role === undefined
      ? texts.flatMap((text) => saidByForm(text, { form, isPlain })).map((one) => partAt(at, one))
      : [];
  }

  /** What the labels of a group say. */
  #said(fields: readonly Field[], start: number, { isModel = false }: Hints): readonly Part[] {
    const has = (role: Label['role']) => fields.some(({ label }) => label?.role === role);
    const isEntry = isModel || (has('keyVariable') && has('id'));
    const hints = {
      isModel: isEntry && !has('model') && !has('models'),
      hasProviderInModel: this.#hasProviderInModel,
    };
    const headers = fields.filter(({ label }) => /^headers?$/.test(label?.role ?? ''));
    const runs = headersIn(
      headers.map(({ item }) => item),
      this.#values,
    );
    return [
      ...runs.map(([first, said]) =>
        partAt(headers.find(({ item }) => item === first)?.at ?? start, said),
      ),
      ...fields.flatMap(({ item, label, at }) => {
        const said = label === undefined ? [] : saidBy(label, item, this.#values, hints);
        // Of lists of addresses and keys, the first are one connection.
        const first = start + (label?.role === 'key' ? 0.5 : 0);
        const { stem, service } = label ?? {};
        return said.map((one, nth) =>
          partAt(said.length > 1 ? first + nth : at, { stem, service, ...one }),
        );
      }),
    ];
  }

  /** The fields of a request that are settings. */
  #extraOf(fields: readonly Field[]): Partial<Part> {
    const items = fields.flatMap(({ item, label }) =>
      label?.role === undefined && item.isOption !== true && !ofRequest.has(item.label)
        ? [item]
        : [],
    );
    return extraOf(this.#values.json([{ kind: 'group', form: 'record', items }]));
  }

  /** A name can have several words without quotes. One that is a key is none. */
  #nameIn({ item: { atoms }, label }: Field): readonly string[] {
    const isPlain = atoms.every(({ kind }) => kind === 'word');
    const texts = isPlain
      ? atoms.map((atom) => ('text' in atom ? atom.text : ''))
      : this.#values.texts(atoms).slice(0, 1);
    const name = texts.join(' ');
    const isUsable = name !== '' && name.length <= 100 && !isLikelyKey(name);
    return label?.role === 'name' && isUsable ? [name] : [];
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
): Hints & { readonly service?: NamedService | undefined } {
  const around = labelOf(container);
  const own = labelOf(label);
  if (form === 'call' && callee !== '') {
    const { service } = labelOf(callee, { isCallee: true });
    const isClass = own.role === 'model' || /(?:^|[.:])(?:create|new|with)?_?\p{Lu}/u.test(callee);
    return isClass ? { service } : {};
  }
  if (own.role === 'models' || around.role === 'models') {
    return { isModel: true };
  }
  // `options` and its like are no names.
  return own.stem !== '' && containers.test(around.words)
    ? { name: label, service: serviceOfName(label) }
    : {};
}

/** The items of a group, with labels that stand elsewhere than before a mark: before, above or around a value. */
function paired({ form, callee, items: all }: Group, { label: around }: Place): readonly Item[] {
  const items: Item[] = [];
  const [first] = all;
  if (form === 'call' && callee !== undefined && first !== undefined && first.label === undefined) {
    const { role } = labelOf(callee, { isCallee: true });
    const isText =
      first.atoms.some(({ kind }) => kind !== 'group') || role === 'key' || role === 'address';
    items.push(...(role !== undefined && isText ? [{ ...first, label: callee }] : []));
  }
  let pending: Item | undefined;
  let age = 0;
  for (const item of namedValues(all, around)) {
    const isOption = item.isOption === true;
    const isLabel = labelOf(item.label ?? '', { isOption }).role !== undefined;
    if (item.label !== undefined && (isLabel || !isOption)) {
      items.push(item);
      // In a list, the value of an option is the next entry.
      pending = isOption && item.atoms.length === 0 ? item : undefined;
      continue;
    }
    // What stands below a label is its value if it is alone there.
    pending = item.atoms.length === 1 ? pending : undefined;
    const rest: Atom[] = [];
    let before = '';
    for (const atom of item.atoms) {
      const text = atom.kind === 'group' ? '' : atom.text;
      if (pending?.label !== undefined && isValueOf(labelOf(pending.label), atom)) {
        items.push({ ...pending, atoms: [atom] });
        pending = undefined;
      } else {
        rest.push(atom);
        // Two words are a label if they say more than the last one; words before that are a sentence's.
        const { role } = labelOf(text);
        const both = labelOf(`${before} ${text}`).role;
        const label = both !== undefined && both !== role ? `${before} ${text}` : text;
        age = (both ?? role) === undefined ? age + 1 : 0;
        pending = age === 0 ? { label, atoms: [] } : age < 3 ? pending : undefined;
        before = text;
      }
    }
    items.push(...(rest.length === 0 ? [] : [{ ...item, atoms: rest }]));
  }
  return items;
}

/** `name: NAME, value: …` and `NAME { default: … }` are a label and its value. */
function namedValues(items: readonly Item[], around: string | undefined): readonly Item[] {
  return items.flatMap((item, index) => {
    const [before, after] = [items[index - 1], items[index + 1]];
    if (isValue(after) && nameIn(item) !== undefined) {
      return [];
    }
    const name = nameIn(before) ?? around;
    return isValue(item) && labelOf(name ?? '').role !== undefined
      ? [{ ...item, label: name }]
      : [item];
  });
}

function isValue(item: Item | undefined): boolean {
  return /^(?:value|default|raw)$/.test(item?.label ?? '');
}

function nameIn(item: Item | undefined): string | undefined {
  const [atom] = item?.atoms ?? [];
  const isName = /(?:^|\s)(?:name|key|variable)$/i.test(item?.label ?? '');
  return isName && atom !== undefined && 'text' in atom ? atom.text : undefined;
}
