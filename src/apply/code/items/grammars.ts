import type { SyntaxLanguage } from '../syntax.ts';

/** What is to know of the grammars, whose names for nodes are mostly the same in all languages. */

/** Nodes that stand for what is within them: the field that has it, or the first child if there is no field. */
export const wrappers: ReadonlyMap<string, readonly string[]> = new Map([
  ['ambient_declaration', []],
  ['as_expression', []],
  ['assignment', ['right']],
  ['assignment_expression', ['right']],
  ['const_declaration', []],
  ['decorated_definition', ['definition']],
  ['export_statement', ['declaration', 'value']],
  ['expression_statement', []],
  ['field_declaration', ['declarator']],
  ['lexical_declaration', []],
  ['property_declaration', []],
  ['satisfies_expression', []],
  ['type_alias_declaration', ['value']],
  ['type_declaration', []],
  ['type_spec', ['type']],
  ['var_declaration', []],
  ['variable_declaration', []],
  ['variable_declarator', ['value']],
]);

/** Nodes whose body has members. */
export const containers: ReadonlySet<string> = new Set([
  'abstract_class_declaration',
  'annotation_type_declaration',
  'at_rule',
  'class',
  'class_declaration',
  'class_definition',
  'dictionary',
  'enum_declaration',
  'enum_item',
  'foreign_mod_item',
  'impl_item',
  'interface_declaration',
  'interface_type',
  'internal_module',
  'keyframe_block',
  'keyframes_statement',
  'media_statement',
  'mod_item',
  'module',
  'namespace_definition',
  'object',
  'object_type',
  'record_declaration',
  'rule_set',
  'singleton_class',
  'struct_item',
  'struct_type',
  'supports_statement',
  'trait_declaration',
  'trait_item',
]);

/** Containers that are their own bodies. */
export const ownBodies: ReadonlySet<string> = new Set([
  'dictionary',
  'interface_type',
  'object',
  'object_type',
]);

/** Bodies of containers where the grammar has no field `body`. */
export const bodies: ReadonlySet<string> = new Set([
  'block',
  'field_declaration_list',
  'keyframe_block_list',
]);

export const comments: ReadonlySet<string> = new Set([
  'block_comment',
  'comment',
  'html_comment',
  'js_comment',
  'line_comment',
]);

/** What stands before a declaration and is part of it, although it is no child of it. */
export const attributes: ReadonlySet<string> = new Set(['attribute_item', 'decorator']);

export const imports: ReadonlySet<string> = new Set([
  'future_import_statement',
  'import_declaration',
  'import_from_statement',
  'import_statement',
  'namespace_use_declaration',
  'use_declaration',
]);

/** Nodes that are of no interest for an outline. */
export const ignored: ReadonlySet<string> = new Set(['php_tag']);

/** Nodes whose children are read: the texts themselves, wrappers, containers, and what has a name and a body. */
export const opened: ReadonlySet<string> = new Set([
  ...wrappers.keys(),
  ...containers,
  ...bodies,
  'class_body',
  'constructor_declaration',
  'abstract_method_signature',
  'arrow_function',
  'body_statement',
  'const_element',
  'const_item',
  'const_spec',
  'declaration',
  'declaration_list',
  'enum_assignment',
  'enum_body',
  'enum_body_declarations',
  'enum_constant',
  'enum_variant',
  'enum_variant_list',
  'field_definition',
  'function_declaration',
  'function_definition',
  'function_expression',
  'function_item',
  'function_signature',
  'function_signature_item',
  'generator_function_declaration',
  'interface_body',
  'macro_definition',
  'method',
  'method_declaration',
  'method_definition',
  'method_signature',
  'pair',
  'program',
  'property_element',
  'property_signature',
  'public_field_definition',
  'singleton_method',
  'source_file',
  'statement_block',
  'static_item',
  'stylesheet',
  'type_alias_declaration',
  'type_item',
  'union_item',
  'var_spec',
  'variable_assignment',
]);

/** How a language writes a comment that ends with its line, or else one that has an end. */
export const commentMarks: Readonly<Record<SyntaxLanguage, readonly [string, string]>> = {
  bash: ['#', ''],
  css: ['/*', '*/'],
  go: ['//', ''],
  java: ['//', ''],
  javascript: ['//', ''],
  php: ['//', ''],
  python: ['#', ''],
  ruby: ['#', ''],
  rust: ['//', ''],
  tsx: ['//', ''],
  typescript: ['//', ''],
};

/** What code is put between where it can be read only as the members of a class. */
export const classFrames: Partial<Readonly<Record<SyntaxLanguage, readonly [string, string]>>> = {
  java: ['class Frame {', '}'],
  javascript: ['class Frame {', '}'],
  php: ['<?php class Frame {', '}'],
  tsx: ['class Frame {', '}'],
  typescript: ['class Frame {', '}'],
};
