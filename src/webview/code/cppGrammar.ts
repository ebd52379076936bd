import c from '@shikijs/langs/c';
import type { LanguageGrammar } from './grammars.ts';

/** Names that C++ has beyond C, by the scope that colour themes know them by. */
const words: Readonly<Record<string, readonly string[]>> = {
  'storage.type.cpp': ['class', 'namespace', 'template', 'typename', 'concept', 'auto', 'using'],
  'storage.modifier.cpp': [
    'constexpr',
    'consteval',
    'constinit',
    'explicit',
    'final',
    'friend',
    'mutable',
    'noexcept',
    'override',
    'private',
    'protected',
    'public',
    'thread_local',
    'virtual',
  ],
  'keyword.control.cpp': ['catch', 'co_await', 'co_return', 'co_yield', 'throw', 'try'],
  'keyword.operator.cpp': ['decltype', 'delete', 'new', 'operator', 'requires', 'static_assert'],
  'keyword.operator.cast.cpp': [
    'const_cast',
    'dynamic_cast',
    'reinterpret_cast',
    'static_cast',
    'typeid',
  ],
  'constant.language.cpp': ['nullptr', 'true', 'false'],
  'variable.language.this.cpp': ['this'],
  'storage.type.built-in.cpp': ['bool', 'char8_t', 'char16_t', 'char32_t', 'wchar_t'],
};

const injected = [
  ...Object.entries(words).map(([name, list]) => ({ name, match: `\\b(?:${list.join('|')})\\b` })),
  { name: 'entity.name.namespace.cpp', match: '\\b[A-Za-z_]\\w*(?=\\s*::)' },
  {
    match: '(?<=\\b(?:class|struct|concept|namespace|typename|enum)\\s)\\s*([A-Za-z_]\\w*)',
    captures: { 1: { name: 'entity.name.type.cpp' } },
  },
  { name: 'string.quoted.double.raw.cpp', begin: 'R"([^()\\\\ ]{0,16})\\(', end: '\\)\\1"' },
];

/**
 * C++ as C with the words and marks that it adds. A full grammar of C++ takes seconds for a few
 * hundred lines with the expressions of JavaScript, too long for a page that shows a stream.
 */
const cpp: readonly LanguageGrammar[] = c.map(({ patterns, repository }): LanguageGrammar => ({
  scopeName: 'source.cpp',
  patterns,
  repository,
  injections: { 'L:source -string -comment': { patterns: injected } },
}));

// The grammars of the package are default exports, and this stands in for one of them.
// oxlint-disable-next-line import/no-default-export
export default cpp;
