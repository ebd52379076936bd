/**
 * Thrown where something stored cannot be read, so that the user is not told of writing. Its message is the
 * file system's own.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError';
}
