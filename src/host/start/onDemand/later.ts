/** What else neither the start nor each message needs: loaded with the first of it. */
export { createDemoService } from '../../../demo/service.ts';
export { readImageFile } from '../../../shared/images/file/readImageFile.ts';
export { createConnectionsPage } from '../../connectionsPage/connectionsPage.ts';
export { costDocument } from '../../costs/costDocument.ts';
export { createDiagnoses } from '../../diagnosis/diagnoses.ts';
export { createLanguageModels } from '../../languageModels/createLanguageModels.ts';
export { createFileChanges } from './createFileChanges.ts';
