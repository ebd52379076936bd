import process from 'node:process';
import { readTranslations, translationGaps } from './translations.ts';

// `npm run check:translations`: lists what a release must not lack, and fails if that is anything.
const gaps = translationGaps(await readTranslations());
if (gaps !== '') {
  process.stdout.write(`${gaps}\n`);
  process.exitCode = 1;
}
