import type { IRawGrammar } from '@shikijs/core/textmate';
import c from '@shikijs/langs/c';

/**
 * Keywords that C++ has in addition to those of C, by the scope that colour themes use for them.
 */
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

/** Rules that apply everywhere outside strings and comments. */
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
 * C++ as the grammar of C with the keywords and literals of C++ added. With JavaScript's regular
 * expressions a full grammar of C++ takes seconds for a few hundred lines, too long for a page that
 * shows a stream.
 */
export const cppGrammars: readonly IRawGrammar[] = c.map(
  ({ patterns, repository }): IRawGrammar => ({
    scopeName: 'source.cpp',
    patterns,
    repository,
    injections: { 'L:source -string -comment': { patterns: injected } },
  }),
);
