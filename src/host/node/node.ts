/** What only Node has, as one bundle: the browser extension host never loads it. */
export { nodeFetch } from './nodeFetch.ts';
export * from './nodeFiles.ts';
export * from './nodeKeys.ts';
export * from './nodeNetwork.ts';
