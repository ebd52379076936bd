/**
 * Thrown if a stored file cannot be read, so that the message to the user is about reading, not writing. Its message is the
 * file system's own.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError';
}
