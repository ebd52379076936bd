/** What is read of a prompt file, in characters. A larger file is not a prompt that anyone wrote. */
export const maxPromptText = 262_144;

/** In characters. */
export const maxFrontMatter = 8000;

/**
 * How many characters of the front matter can have a meaning in YAML: the parser takes up to 0.1 ms for each, and
 * longer for nested ones. A list of 100 texts in quotes has 300.
 */
export const maxIndicators = 600;

/** In characters. */
export const maxName = 100;
export const maxDescription = 500;

/** How many models a prompt can name. */
export const maxModels = 10;

/** More variables in one file are left as they are written. */
export const maxVariables = 500;
