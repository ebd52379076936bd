/** What is read of a prompt file, in characters. A larger file is not a prompt that anyone wrote. */
export const maxPromptText = 262_144;

/** The YAML parser takes time with the square of a hostile text. In characters. */
export const maxFrontMatter = 8000;

/** In characters. */
export const maxName = 100;
export const maxDescription = 500;

/** How many models a prompt can name. */
export const maxModels = 10;

/** More variables in one file are left as they are written. */
export const maxVariables = 500;
