import { element } from './element.ts';
import { mathDrawing } from './mathDrawing.ts';

/** Math as its source, with its marks, until it is drawn; `isBlock` math stands for itself. */
export function mathElement(source: string, isBlock: boolean): HTMLElement {
  const node = element('span', { class: isBlock ? 'math math-block' : 'math', dir: 'ltr' }, [
    source,
  ]);
  mathDrawing().show(node, source, isBlock);
  return node;
}
