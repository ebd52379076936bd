/** The most pixels of an image. Decoded, each takes 4 bytes. */
export const maxImagePixels = 40_000_000;

/** The largest image file, in bytes. No known service takes a larger one within a request. */
export const maxImageBytes = 20 * 1024 * 1024;

/** The longest name of an image, in characters. */
export const maxImageNameLength = 200;

/** The most images of one message. */
export const maxMessageImages = 50;
