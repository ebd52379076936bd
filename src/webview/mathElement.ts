import { element } from './element.ts';
import { mathDrawing } from './mathDrawing.ts';

/** Math as its source, with its marks, until it is drawn; `isBlock` math stands for itself. */
export function mathElement(
  source: string,
  isBlock: boolean,
  tag: 'span' | 'div' = 'span',
): HTMLElement {
  const node = element(tag, { class: isBlock ? 'math math-block' : 'math', dir: 'ltr' }, [source]);
  mathDrawing().show(node, source, isBlock);
  return node;
}
