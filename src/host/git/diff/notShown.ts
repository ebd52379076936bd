import { isLockFile } from '../../../shared/isLockFile.ts';

/** Why a file of a patch is one line: the text of such a file says nothing. */
export interface NotShown {
  readonly kind:
    'binary' | 'largeFile' | 'lfs' | 'link' | 'lock' | 'submodule' | 'tooMuch' | 'unreadable';
  /** Further facts, such as the commits of a submodule. */
  readonly detail?: string | undefined;
}

/** Git LFS puts such a text in place of a file (Git LFS, "Specification"). */
const lfsPointer = /^[ +-]version https:\/\/git-lfs\.github\.com\/spec\//m;

/** In UTF-16 code units. No pointer is longer. */
const pointerLength = 4000;

/** Why a part of a patch is one line; undefined if its text is shown. */
export function notShownAs(path: string, header: string, text: string): NotShown | undefined {
  if (isSubmodule(header)) {
    return { kind: 'submodule', detail: submoduleCommits(header, text) };
  }
  if (/^(?:Binary files |GIT binary patch)/m.test(header)) {
    return { kind: 'binary' };
  }
  if (isLockFile(path)) {
    return { kind: 'lock' };
  }
  const body = text.slice(header.length, header.length + pointerLength);
  return lfsPointer.test(body) ? { kind: 'lfs', detail: sizes(body) } : undefined;
}

function isSubmodule(header: string): boolean {
  return (
    header.startsWith('Submodule ') ||
    /^(?:index [\da-f]+\.\.[\da-f]+|(?:new|deleted) file mode|(?:old|new) mode) 160000$/m.test(
      header,
    )
  );
}

function submoduleCommits(header: string, text: string): string {
  const listed = /^Submodule .{0,2000} ([\da-f]{4,64}\.{2,3}[\da-f]{4,64})/.exec(header)?.[1];
  const commit = (sign: string) => {
    const start = text.indexOf(`\n${sign}Subproject commit `);
    return start === -1 ? 'none' : text.slice(start + 20, start + 27);
  };
  return listed ?? `${commit('-')}..${commit('+')}`;
}

/** The sizes of a file that Git LFS keeps. */
function sizes(body: string): string {
  const size = (sign: string) => {
    const start = body.indexOf(`\n${sign}size `);
    return start === -1 ? undefined : /^\d{1,15}/.exec(body.slice(start + 7))?.[0];
  };
  const [before, after] = [size('-'), size('+')];
  return [before, after].every((one) => one === undefined)
    ? ''
    : `${before ?? 'none'}..${after ?? 'none'} bytes`;
}
