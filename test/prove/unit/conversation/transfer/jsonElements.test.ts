import { jsonElements, jsonList } from '../../../../../src/conversation/transfer/jsonElements.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';
import { quantity } from '../../../../support/quantity.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('jsonElements', () => {
  it('takes time in proportion to the text, whatever that is', () => {
    for (const worst of ['[', '{"', '\\"', '",', '{"a":', ' ', '"list":[', '[],']) {
      for (const start of ['[', '{"a":', '["', '']) {
        assertLinear(quantity({ slice: 500, whole: 2000 }), (size) => {
          const bytes = bytesOf(start + worst.repeat(size));
          return () => {
            let length = 0;
            for (const elements of [jsonElements(bytes), jsonList(bytes, 'list')?.elements]) {
              for (const element of elements ?? []) {
                length += element.length;
              }
            }
            return length;
          };
        });
      }
    }
  });
});
