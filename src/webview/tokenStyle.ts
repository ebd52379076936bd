import type { TokenColor } from '../shared/tokenColors.ts';

/** How a piece of code looks; what is missing is as the text around it. */
export interface TokenStyle {
  readonly color?: string | undefined;
  readonly fontStyle?: string | undefined;
}

/** A selector of a rule, with the rule's place among all: of two that fit alike the later counts. */
interface Selector {
  readonly scope: string;
  /** Scopes that have to stand around it, from the inside out. */
  readonly parents: readonly string[];
  readonly rule: TokenColor;
  readonly place: number;
}

/** Gives the look of a piece of code by its scopes, from the outside in. */
export type StyleOf = (scopes: readonly string[]) => TokenStyle;

/**
 * Reads the rules of a theme as VS Code does (the manual of TextMate, "Scope Selectors"): each scope
 * takes the rule that names it most closely, and a scope without one looks as the one around it.
 */
export function createStyleOf(rules: readonly TokenColor[]): StyleOf {
  const selectors = rules.flatMap(selectorsOf);
  return (scopes) => {
    let color: string | undefined;
    let fontStyle: string | undefined;
    for (const [depth, scope] of scopes.entries()) {
      const fitting = selectors.filter((selector) => fits(selector, scope, scopes.slice(0, depth)));
      for (const { rule } of fitting.toSorted(bySpecificity)) {
        color = rule.foreground ?? color;
        fontStyle = rule.fontStyle ?? fontStyle;
      }
    }
    return { color, fontStyle };
  };
}

function selectorsOf(rule: TokenColor, place: number): readonly Selector[] {
  return rule.scopes.map((text) => {
    const [scope = '', ...parents] = text
      .split(/\s+/)
      .filter((part) => part !== '' && part !== '>')
      .toReversed();
    return { scope, parents, rule, place };
  });
}

function fits({ scope, parents }: Selector, name: string, around: readonly string[]): boolean {
  let next = around.length - 1;
  return (
    covers(scope, name) &&
    parents.every((parent) => {
      while (next >= 0 && !covers(parent, around[next] ?? '')) {
        next -= 1;
      }
      next -= 1;
      return next >= -1;
    })
  );
}

function covers(selector: string, scope: string): boolean {
  return scope === selector || scope.startsWith(`${selector}.`);
}

/** The one that names a scope more closely comes later. */
function bySpecificity(a: Selector, b: Selector): number {
  return (
    a.scope.length - b.scope.length ||
    a.parents.length - b.parents.length ||
    a.parents.join('').length - b.parents.join('').length ||
    a.place - b.place
  );
}
