import * as vscode from 'vscode';

/** A part that a provider can report. */
export type ReportedPart = vscode.LanguageModelResponsePart;

type PartClass = new (...args: readonly unknown[]) => ReportedPart;

/**
 * VS Code's classes of parts that the types of the oldest supported version do not have; undefined where VS Code has
 * none. The build takes the names from here: `vscode.LanguageModelThinkingPart`, `vscode.LanguageModelDataPart`.
 */
function partClass(
  name: 'LanguageModelThinkingPart' | 'LanguageModelDataPart',
): PartClass | undefined {
  const found: unknown = Reflect.get(vscode, name);
  return isPartClass(found) ? found : undefined;
}

/** What such a class makes can be reported, whatever the types say. */
function isPartClass(value: unknown): value is PartClass {
  return typeof value === 'function';
}

/** Whether this is reasoning of an earlier reply. */
export function isThinkingPart(part: unknown): boolean {
  const Thinking = partClass('LanguageModelThinkingPart');
  return Thinking !== undefined && part instanceof Thinking;
}

/** Reasoning as a part of a reply; undefined where VS Code does not show it. */
export function thinkingPart(text: string): ReportedPart | undefined {
  return newPart('LanguageModelThinkingPart', text);
}

/** Bytes as a part of a reply; undefined where VS Code does not take them. */
export function dataPart(data: Uint8Array, mimeType: string): ReportedPart | undefined {
  return newPart('LanguageModelDataPart', data, mimeType);
}

/** Constructors that are no part of the API may change. */
function newPart(
  name: Parameters<typeof partClass>[0],
  ...args: readonly unknown[]
): ReportedPart | undefined {
  const Part = partClass(name);
  try {
    return Part && new Part(...args);
  } catch {
    return undefined;
  }
}
