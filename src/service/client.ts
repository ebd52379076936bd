/** Stable entry point of the protocol client, which other programs import by this path. */
export {
  createServiceClient,
  type ServiceClient,
  type StreamOptions,
} from './client/serviceClient.ts';
