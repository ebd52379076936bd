/**
 * How a line begins that is nothing but a comment in one of the usual languages. `#name =` and the like are members or
 * selectors, and `*name` is code.
 */
const commentStart =
  /^(?:\/\/|#(?!\[|include|define|[\p{L}_$][\p{L}\p{N}_$-]*\s*[=;({,])|\/\*|\*{1,2}(?=[\s/]|$)|\{\s?\/\*|<!--|(?:--|[;%]+)(?=\s)|("""|''').*\1$)/u;

/**
 * Whether a line is nothing but a comment, as far as it shows. A line within a comment need not show it. In Markdown, only
 * those of HTML are.
 */
export function isComment(line: string, language: string | undefined): boolean {
  const text = line.trim();
  return language === 'markdown' ? text.startsWith('<!--') : commentStart.test(text);
}

/** Whether a line says more than braces, `end` or a comment; in prose, any line does. */
export function isSignificant(line: string, language: string | undefined): boolean {
  const text = line.trim();
  return language === 'markdown'
    ? text !== '' && !isComment(text, language)
    : /[\p{L}\p{N}]/u.test(text) &&
        !/^(?:end|else|pass|fi|done|esac|begin|try|do)\b\W*(?:(?:#|\/\/).*)?$/.test(text) &&
        !isComment(text, language);
}
