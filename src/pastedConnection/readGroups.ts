import { isLikelyService } from './addressText.ts';
import { addressIn, type Fact, Facts, type Hints, isModelId } from './facts.ts';
import { addressOf, hasKey, isAddressed, isPlaced, joined, type Part, partAt } from './part.ts';
import type { Atom, Group, Item } from './item.ts';
import { isLikelyKey, readKeyText } from './keyText.ts';
import { isForeign, labelOf, type Role } from './labels.ts';
import { serviceOfAddress, serviceOfName } from './servicesByName.ts';
import type { Values } from './values.ts';

/** Groups that are looked at in all. */
const maxGroups = 20_000;

/** Objects whose fields are names that stand for nothing. */
const containers = /(?:^| )(?:models?|providers?|endpoints|custom|compatible|connections)$/;

/** What a group is called, and the group around it. */
interface Place {
  readonly label?: string | undefined;
  readonly container?: string | undefined;
}

/** Reads what the groups of a text say about connections. `hasProviderInModel`: see `Hints`. */
export function readGroups(
  whole: Group,
  values: Values,
  hasProviderInModel: boolean,
): readonly Part[] {
  let groups = 0;
  let count = 0;

  const visit = (group: Group, place: Place): readonly Part[] => {
    groups += 1;
    const facts: Fact[] = [];
    const inner: Part[] = [];
    const models: Part[] = [];
    for (const { label: name, atoms, isOption = false } of groups > maxGroups
      ? []
      : paired(group)) {
      count += 1;
      const label = name === undefined ? undefined : labelOf(name, { isOption });
      const { role } = label ?? {};
      const isOther = name !== undefined && isForeign(name);
      if (label !== undefined && name !== undefined && role !== undefined) {
        facts.push({ label, name, atoms, isOption, at: count });
      } else if (!isOther && (name === undefined || group.form === 'lines' || isOption)) {
        inner.push(...looseParts(atoms, group, values, count));
      }
      if (!isClosed(role, atoms) && !isOther) {
        const found = chained(atoms).flatMap((atom) => visit(...inside(atom, name, place)));
        // Models of a list are connections of their own only if they say where they are.
        (role === 'models' ? models : inner).push(
          ...found.filter((part) => role !== 'models' || isPlaced(part)),
        );
      }
    }
    facts.push(...requestFacts(group, count));
    const hints = { ...(group === whole ? {} : hintsOf(group, place)), hasProviderInModel };
    const said = new Facts(facts, values, hints);
    const [name] = facts.flatMap(({ label, atoms }) =>
      label.role === 'name' ? [nameOf(atoms, values)] : [],
    );
    const owns = [...said.parts(), ...clientParts(group, hints, facts, count)];
    return found({
      owns,
      inner,
      models,
      hints,
      name,
      uses: said.texts('provider')[0],
      isRoot: group === whole,
    });
  };

  return visit(whole, {});
}

function inside(
  atom: Group,
  name: string | undefined,
  { label, container }: Place,
): [Group, Place] {
  const group = { ...atom, isQuoted: atom.isQuoted === true && name === undefined };
  const isItem = name === undefined && atom.callee === undefined;
  return [group, isItem ? { label, container } : { label: name ?? atom.callee, container: label }];
}

/** The groups in a value. Calls one after another are about one thing. */
function chained(atoms: readonly Atom[]): readonly Group[] {
  const calls = atoms.filter((atom) => atom.kind === 'group');
  const items = calls.map((call) => ({ atoms: [call] }));
  return calls.length > 1 ? [{ kind: 'group', form: 'record', items }] : calls;
}

/** Whether the groups in what has this role are read with it. */
function isClosed(role: Role | undefined, atoms: readonly Atom[]): boolean {
  const isRequest = chained(atoms).some(({ items }) =>
    items.some(({ label }) => label === 'model'),
  );
  return (
    role === 'headers' ||
    role === 'header' ||
    role === 'extraBody' ||
    (role === 'body' && isRequest)
  );
}

/** The fields of a request, beside those that have a role. */
function requestFacts(group: Group, at: number): readonly Fact[] {
  const isRequest =
    group.form !== 'lines' &&
    (group.isQuoted === true || group.items.some(({ label }) => label === 'messages'));
  const items = group.items.filter(
    ({ label }) => label === 'model' || (label !== undefined && labelOf(label).role === undefined),
  );
  const atoms = [{ kind: 'group', form: 'record', items }] as const;
  return isRequest ? [{ label: labelOf('body'), name: 'body', atoms, isOption: false, at }] : [];
}

function hintsOf({ form, callee = '' }: Group, { label = '', container = '' }: Place): Hints {
  const around = labelOf(container);
  const own = labelOf(label);
  if (form === 'call' && callee !== '') {
    const { service, isAzure } = labelOf(callee, { isCallee: true });
    const isClass = own.role === 'model' || /(?:^|[.:])(?:create|new|with)?_?\p{Lu}/u.test(callee);
    return isClass ? { service, isAzure } : {};
  }
  if (own.role === 'models' || around.role === 'models') {
    return { isModel: true };
  }
  // `options` and its like are no names.
  return own.stem !== '' && containers.test(around.words)
    ? { name: label, service: serviceOfName(label) }
    : {};
}

/** The items of a group, with labels that only stand before or above a value: words that say what follows. */
function paired({ form, callee, items: all }: Group): readonly Item[] {
  const items: Item[] = [];
  const [first] = all;
  if (form === 'call' && callee !== undefined && first !== undefined && first.label === undefined) {
    const { role } = labelOf(callee, { isCallee: true });
    const isText =
      first.atoms.some(({ kind }) => kind !== 'group') || role === 'key' || role === 'address';
    items.push(...(role !== undefined && isText ? [{ ...first, label: callee }] : []));
  }
  let label: string | undefined;
  let age = 0;
  for (const item of all.map(writtenOut)) {
    if (
      item.label !== undefined &&
      !(item.isOption === true && labelOf(item.label, { isOption: true }).role === undefined)
    ) {
      items.push(item);
      label = undefined;
      continue;
    }
    const rest: Atom[] = [];
    let words: readonly string[] = [];
    for (const atom of item.atoms) {
      const [, name, value] =
        (atom.kind === 'word' && /^([^:]{2,40}):([^:/].*)$/.exec(atom.text)) || [];
      if (name !== undefined && value !== undefined && labelOf(name).role !== undefined) {
        items.push({ label: name, atoms: [{ kind: 'text', text: value }] });
      } else if (label !== undefined && isValueOf(labelOf(label).role, atom)) {
        items.push({ label, atoms: [atom] });
        label = undefined;
      } else {
        rest.push(atom);
        const text = atom.kind === 'group' ? '' : atom.text;
        words = /^[\p{L}\p{M}]+$/u.test(text) ? [...words.slice(-2), text] : [];
        const before = words.length > 0 ? words.join(' ') : text;
        age = labelOf(before).role === undefined ? age + 1 : 0;
        label = age === 0 ? before : age < 3 ? label : undefined;
      }
    }
    items.push(...(rest.length === 0 ? [] : [{ ...item, atoms: rest }]));
  }
  return items;
}

/** `name: NAME, value: …` is a label and its value. */
function writtenOut(item: Item): Item {
  const [group] = item.atoms;
  const isPair = item.label === undefined && group?.kind === 'group' && group.items.length === 2;
  const [name, value] = isPair ? group.items : [];
  const [text] = name?.label === 'name' && value?.label === 'value' ? name.atoms : [];
  return text === undefined || text.kind === 'group' || value === undefined
    ? item
    : { label: text.text, atoms: value.atoms };
}

/** Whether an atom after a label has the form of its value. */
function isValueOf(role: Role | undefined, atom: Atom): boolean {
  if (atom.kind === 'group') {
    return role === 'models' || role === 'headers';
  }
  const { kind, text } = atom;
  switch (role) {
    case 'address':
    case 'host':
      return /:\/\/|^\/|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|^localhost/.test(text);
    case 'key': {
      const isMixed = /^(?=.*\d)(?=.*[a-z])[^:/]{6,}$/i.test(text);
      return (kind === 'text' || isMixed) && readKeyText(text).key !== undefined;
    }
    case 'model':
      return (kind === 'text' || /[\d/-]/.test(text)) && isModelId(text);
    case 'header':
    case 'name':
    case 'provider':
      return kind === 'text';
    default:
      return false;
  }
}

/** A client of a service, and the variable that its library reads where the program says nothing of a key. */
function clientParts(
  { form }: Group,
  { service, isAzure = false }: Hints,
  facts: readonly Fact[],
  at: number,
): readonly Part[] {
  const isSaid = facts.some(({ label }) => label.role === 'key' || label.role === 'address');
  // The libraries of these are for more than chats.
  const isUsual =
    service?.baseUrl.startsWith('https:') === true && !/^(?:HF|GITHUB)_/.test(service.keyVariable);
  const usualVariable = isUsual && !isSaid ? service.keyVariable : undefined;
  return form !== 'call' || (service === undefined && !isAzure)
    ? []
    : [partAt(at, { service, usualVariable, ...(isAzure ? { azure: {} } : {}) })];
}

/** Addresses and keys without a label, as far as nothing else looks like them. */
function looseParts(
  atoms: readonly Atom[],
  { form }: Group,
  values: Values,
  at: number,
): readonly Part[] {
  return values.texts(atoms.filter(({ kind }) => kind !== 'group')).flatMap((whole) => {
    const text = whole.replace(/(?<![.,:!?])[.,:!?]+$/, '');
    const isAddress = /^https?:\/\//i.test(text);
    const isPath = form === 'command' && /\/(?:v\d|chat|openai)/.test(text);
    const [address] = isAddress || isPath ? addressIn(text) : [];
    if (address !== undefined) {
      const { baseUrl = '' } = address;
      const isKnown =
        serviceOfAddress(baseUrl) !== undefined && /^https?:\/\/api\.|\/v\d/.test(text);
      const isService = isKnown || isPath || isLikelyService(baseUrl) || isLikelyService(text);
      return isService && (isPath || baseUrl !== '') ? [partAt(at, address)] : [];
    }
    // `Agent("openai:gpt-5")`.
    const [, prefix = '', model] = /^([a-z-]{2,20}):([\w./-]{2,100})$/.exec(text) ?? [];
    const service = form === 'call' ? serviceOfName(prefix) : undefined;
    if (service !== undefined) {
      return [partAt(at, { service, model, rank: 4 })];
    }
    const { key = '' } = isLikelyKey(text) ? readKeyText(text) : {};
    return key === '' ? [] : [partAt(at, { key })];
  });
}

/** A name can have several words without quotes. One that is a key is none. */
function nameOf(atoms: readonly Atom[], values: Values): string | undefined {
  const isPlain = atoms.every(({ kind }) => kind === 'word');
  const text = isPlain
    ? atoms.map((atom) => (atom.kind === 'word' ? atom.text : '')).join(' ')
    : values.texts(atoms)[0];
  return text === undefined || text.length > 100 || isLikelyKey(text) ? undefined : text;
}

/** What a group and the groups in it say. */
interface Found {
  readonly owns: readonly Part[];
  readonly inner: readonly Part[];
  /** Models that say themselves where they are. */
  readonly models: readonly Part[];
  readonly hints: Hints;
  /** What it says its name is, and which of the connections in it is used. */
  readonly name: string | undefined;
  readonly uses: string | undefined;
  readonly isRoot: boolean;
}

/** Joins what a group says, and gives it its name. */
function found({ owns, inner, models, hints, name, uses, isRoot }: Found): readonly Part[] {
  const isNamed = owns.some(hasKey) || uses !== undefined;
  if (models.length > 0) {
    const [provider] = joined(
      owns.filter((part) => part.models.length === 0),
      { isOne: true },
    );
    const said = isNamed ? name : undefined;
    const inherited = models.map((model) => ({
      ...model,
      name: said ?? model.name,
      ...(hasKey(model) ? {} : { key: provider?.key, keyVariable: provider?.keyVariable }),
      headers: { ...provider?.headers, ...model.headers },
    }));
    return [
      ...(provider !== undefined && isAddressed(provider) ? [provider] : []),
      ...inherited,
      ...inner,
    ];
  }
  const chosen = owns.find(({ model }) => model !== undefined);
  const [, prefix, rest] = /^([^/:]{1,100})[/:](.+)$/.exec(chosen?.model ?? '') ?? [];
  const isChosen = ({ id }: Part) =>
    chosen !== undefined && id !== undefined && (id === uses || id === prefix);
  const parts = inner.map((part) =>
    isChosen(part) ? { ...part, rank: 0, model: part.id === prefix ? rest : chosen?.model } : part,
  );
  const own = inner.some(isChosen) ? owns.filter((part) => part !== chosen) : owns;
  const wholes = joined([...own, ...parts], { isOne: !isRoot });
  const isAlone = wholes.filter(isAddressed).length < 2;
  const isOwn = (whole: Part) =>
    !isAddressed(whole) ||
    own.some((part) => isAddressed(part) && addressOf(part) === addressOf(whole));
  return wholes.map((whole) => {
    const said = (isAlone && isNamed) || isOwn(whole) ? name : undefined;
    return named(whole, said ?? whole.name ?? hints.name, hints.name ?? whole.id ?? said);
  });
}

function named(part: Part, name: string | undefined, id: string | undefined): Part {
  return { ...part, name, id };
}
