/** What goes into messages, and what is written of code and changes: loaded with the first of them. */
export { createEditorQuestions } from '../../editorQuestions/createEditorQuestions.ts';
export { createCommitMessages } from '../../git/commitMessages.ts';
export { createPrompts } from '../../prompts/createPrompts.ts';
export { contextSources } from './contextSources.ts';
