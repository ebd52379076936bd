import { isRecord } from '../shared/guards.ts';
import type { Atom, Group } from './groups.ts';
import { defaultIn } from './keyText.ts';
import { labelOf } from './labels.ts';

/** Longer texts are cut: each can consist of others. */
const maxTextLength = 16_384;

/** Names that stand for names that stand for names. */
const maxSteps = 5;

/** What names may stand for in all, in characters, with 50 for each look-up: a list of names can stand for lists of names. */
const maxFound = 1_048_576;

/** References in a text: `${NAME}`, `{name}` of Python, `$NAME`, `%NAME%`, `{env:NAME}`. */
const reference =
  /\$\{\{?\s?([\w.$]{1,100})(?:\["?'?(\w{1,100}))?[^{}]{0,100}\}{1,2}|\{(?:env:)?([\w.]{1,100})\}|\$(?:env:)?(\w{1,100})|%(\w{1,100})%/gi;

const constant = /^(?:[\w$.:]*\.)?([A-Z][A-Z\d]*_[A-Z\d_]+)$/;

/** What values say, with what the text itself says that the names in them stand for. */
export class Values {
  readonly #scope = new Map<string, readonly Atom[]>();
  #found = 0;

  /** Whether model IDs begin with a provider, as LiteLLM has them. */
  readonly hasProviderInModel: boolean;

  constructor(whole: Group, hasProviderInModel: boolean) {
    this.hasProviderInModel = hasProviderInModel;
    this.#collect(whole);
  }

  /** The first text or group that each name stands for, unless it only says what belongs there. */
  #collect({ items }: Group): void {
    for (const { label = '', atoms } of items) {
      const name = /(?:^|[\s.$])([\p{L}_][\w-]{0,100})$/u.exec(label)?.[1] ?? '';
      if (name !== '' && atoms.length > 0 && !this.#scope.has(name)) {
        this.#scope.set(name, atoms);
      }
      atoms.forEach((atom) => atom.kind === 'group' && this.#collect(atom));
    }
  }

  #named(path: string, depth: number): readonly Atom[] {
    const isOwn = /^[^.]*$|^(?:self|this|env|os\.environ|process\.env)\./.test(path);
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/^(?:\$(?:env:)?|[*&])/, '');
    const atoms = isOwn && depth < maxSteps ? this.#scope.get(name) : undefined;
    this.#found += atoms === undefined ? 0 : 50;
    return this.#found > maxFound ? [] : (atoms ?? []);
  }

  /** A text with what its references stand for; before a variable, what it is if it is not set. */
  #filled(text: string, depth: number): readonly string[] {
    const filled = text
      .slice(0, maxTextLength)
      .replaceAll(reference, (whole, ...names: readonly (string | undefined)[]) => {
        const name = names.slice(0, 5).findLast((one) => one !== undefined);
        const [value] = this.texts(this.#named(name ?? '', depth), depth + 1);
        this.#found += value?.length ?? 0;
        const isPart = whole.length < text.length;
        const known = value ?? (isPart ? defaultIn(whole) : undefined);
        return known === undefined || this.#found > maxFound ? whole : known;
      });
    const whole = filled.slice(0, maxTextLength);
    return [defaultIn(whole) ?? [], whole].flat();
  }

  /** The texts that a value can be; the first usable one counts. Of several words, those of a sentence are none. */
  texts(atoms: readonly Atom[], depth = 0): readonly string[] {
    return atoms.slice(0, 20).flatMap((atom) => {
      switch (atom.kind) {
        case 'text':
          return this.#filled(atom.text, depth);
        case 'word': {
          const value = this.#named(atom.text, depth);
          const isText =
            value[0] !== undefined && (value[0].kind !== 'group' || value[0].form === 'call');
          return isText && !value.includes(atom)
            ? this.texts(value, depth + 1)
            : this.#filled(atom.text, depth).flatMap((text) =>
                this.#wordTexts(text, atoms.length > 1),
              );
        }
        case 'group': {
          const { role = '' } = labelOf(atom.callee ?? '', true);
          const isOther =
            atom.items.some(({ label }) => label !== undefined) ||
            /^(?:address|key|model)$/.test(role);
          // `getenv("NAME", "text")` means the text, or else the variable.
          const texts = (depth > maxSteps || isOther ? [] : atom.items)
            .flatMap((item) => this.texts(item.atoms, depth + 1))
            .map((text) => text.replace(/^[A-Z][A-Z\d]*_[A-Z\d_]+$/, '${$&}'));
          return atom.form === 'call' ? texts.toReversed() : texts;
        }
      }
    });
  }

  /** A constant is a reference, and so is a path that begins with a name or ends with a label. */
  #wordTexts(text: string, isOneOfSeveral: boolean): readonly string[] {
    const [, name] = constant.exec(text) ?? [];
    const [, root = '', last = ''] = /^([a-z_$][\w$]*)(?:\.\w+)*\.(\w+)$/i.exec(text) ?? [];
    const isPath = this.#scope.has(root) || labelOf(last).role !== undefined;
    const isWord =
      /^\.|^(?:new|None|null|undefined|true|false)$/.test(text) ||
      (isOneOfSeveral && /^[\p{L}.]+$/u.test(text));
    return name !== undefined ? [`\${${name}}`] : isPath || isWord ? [] : [text];
  }

  /** The value as JSON, also where it is a name. */
  json(atoms: readonly Atom[], depth = 0): unknown {
    const values = atoms.slice(0, 3).map((atom) => this.#jsonOf(atom, depth));
    return values.find(isRecord) ?? values.at(-1);
  }

  #jsonOf(atom: Atom, depth: number): unknown {
    if (atom.kind !== 'group') {
      const named = atom.kind === 'word' ? this.#named(atom.text, depth) : [];
      const isLiteral =
        atom.kind === 'word' &&
        /^(?:\$?(?:true|false)|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/i.test(atom.text);
      return isLiteral
        ? JSON.parse(atom.text.replace('$', '').toLowerCase())
        : named.some(({ kind }) => kind === 'group')
          ? this.json(named, depth + 1)
          : this.texts([atom], depth)[0];
    }
    const { items, form } = atom;
    // An array of PHP has labels.
    const isPlain = items.every(({ label }) => label === undefined);
    return isPlain && (form === 'list' || (form !== 'record' && items.length > 0))
      ? items.map((item) => this.json(item.atoms, depth))
      : Object.fromEntries(items.map(({ label = '', atoms }) => [label, this.json(atoms, depth)]));
  }
}
