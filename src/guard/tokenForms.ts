import type { Finding, FindingKind } from '../shared/guard/finding.ts';
import { followsEscape } from './escapes.ts';
import { looksReal } from './looksReal.ts';

/**
 * What the secrets of a service look like. Only where a text has one of the literals, which is found fast, the
 * expression is tried. It matches where a word begins.
 */
interface TokenForm {
  readonly kind: FindingKind;
  readonly subject: string;
  readonly literals: readonly string[];
  /** Sticky. If there is a group, it is the secret, and the match ends with it. */
  readonly expression: RegExp;
  /** How many characters of the match are before the literal. */
  readonly leads: readonly number[];
}

/** Forms that the preset does not know, or not in little time, as the services document them. */
export const tokenForms: readonly TokenForm[] = [
  // Services of models.
  form('key', 'Google', 'AIza', /AIza[\w-]{35}(?![\w-])/y),
  form('key', 'Google', 'AQ.Ab', /AQ\.Ab[\w-]{46,60}(?![\w-])/y),
  form('key', 'Anthropic', 'sk-ant-', /sk-ant-(?:admin|oat|ort|sid)\d\d-[\w-]{80,130}(?![\w-])/y),
  form('token', 'Hugging Face', 'api_org_', /api_org_[A-Za-z]{34}(?!\w)/y),
  form('key', 'OpenRouter', 'sk-or-v1-', /sk-or-v1-[\da-f]{64}(?!\w)/y),
  form('key', 'xAI', 'xai-', /xai-[A-Za-z\d]{80}(?!\w)/y),
  form('key', 'Perplexity', 'pplx-', /pplx-[A-Za-z\d]{48}(?!\w)/y),
  form('key', 'NVIDIA', 'nvapi-', /nvapi-[\w-]{60,70}(?![\w-])/y),
  form('key', 'Cerebras', 'csk-', /csk-[a-z\d]{48}(?!\w)/y),
  form('token', 'Replicate', 'r8_', /r8_[A-Za-z\d]{37}(?!\w)/y),
  form('key', 'LangSmith', 'lsv2_', /lsv2_(?:pt|sk)_[\da-f]{32}_[\da-f]{10}(?!\w)/y),
  // The form of DeepSeek, Moonshot, and many servers that copy OpenAI's.
  form('key', 'API', 'sk-', /sk-(?=[A-Za-z]{0,30}\d)[A-Za-z\d]{32,64}(?![\w-])/y),
  // Packages.
  form('token', 'npm', 'npm_', /npm_[A-Za-z\d]{36}(?!\w)/y),
  form('token', 'npm', ':_authToken', /:_authToken ?= ?([\w/+=-]{20,200})(?![\w$])/y),
  form('token', 'PyPI', 'pypi-AgEI', /pypi-AgEI[\w-]{60,400}(?![\w-])/y),
  form('key', 'RubyGems', 'rubygems_', /rubygems_[\da-f]{48}(?!\w)/y),
  // Clouds and code.
  form(
    'token',
    'GitHub',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    // The second form is that of an app, with a JSON Web Token.
    /gh[pousr]_(?:[A-Za-z\d]{36}(?!\w)|\d{1,20}_eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w-]))/y,
  ),
  form('token', 'GitHub', 'github_pat_', /github_pat_\w{82}(?!\w)/y),
  form(
    'token',
    'GitLab',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glagent-',
      'glsoat-',
      'glcbt-',
      'glimt-',
      'glft-',
      'glffct-',
    ],
    /gl[a-z]{2,5}-[\w-]{20,300}(?:\.[\da-z]{2}\.[\da-z]{7,9})?(?![\w-])/y,
  ),
  form('key', 'AWS', 'ABSK', /(?<![+/])ABSK[A-Za-z\d+/]{109,269}={0,2}(?![\w+/=])/y),
  form('token', 'AWS', 'IQoJ', /(?<![+/])IQoJ[A-Za-z\d+/]{196,2000}={0,2}(?![\w+/=])/y),
  // The preset knows it without a backslash before the quotes, which JSON in a text of JSON has.
  form(
    'key',
    'AWS',
    ['SecretAccessKey\\', 'secretAccessKey\\', 'SECRET_ACCESS_KEY\\', 'secret_access_key\\'],
    /(?:AWS_|aws_)?[A-Za-z_]{15,17}\\{1,7}["']\s{0,5}(?:=>|[:=])\s{0,5}\\{1,7}["']([A-Za-z\d+/]{40})(?=\\)/y,
    [0, 4],
  ),
  form('key', 'Azure', 'AccountKey=', /AccountKey=([A-Za-z\d+/]{43,88}={1,2})/y),
  form('key', 'Azure', 'SharedAccessKey=', /SharedAccessKey=([A-Za-z\d+/]{43,88}={1,2})/y),
  form(
    'token',
    'Azure',
    ['?sig=', '&sig='],
    /[?&]sig=((?:[A-Za-z\d+/]|%2[BbFf]){43}(?:=|%3[Dd]))/y,
  ),
  form('key', 'Azure', 'Q~', /(?<![.~]|\w(?=[.~-]))[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/y, [4]),
  form(
    'key',
    'Azure',
    'JQQJ9',
    /[A-Za-z\d]{52}JQQJ9[9DH][A-Za-z\d][A-L][A-Za-z\d]{16}[A-Za-z][A-Za-z\d]{7}(?:[A-Za-z\d]{2}==)?(?!\w)/y,
    [52],
  ),
  form('key', 'Google', 'GOCSPX-', /GOCSPX-[\w-]{28}(?![\w-])/y),
  form('token', 'Google', 'ya29.', /ya29\.[\w-]{60,500}(?![\w-])/y),
  form('token', 'Google', '1//0', /1\/\/0[\w-]{60,120}(?![\w-])/y),
  form('token', 'DigitalOcean', ['doo_v1_', 'dop_v1_', 'dor_v1_'], /do[opr]_v1_[\da-f]{64}(?!\w)/y),
  form('token', 'Terraform', '.atlasv1.', /[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/y, [14]),
  form('token', 'Supabase', 'sbp_', /sbp_[\da-f]{40}(?!\w)/y),
  form('key', 'Supabase', 'sb_secret_', /sb_secret_[\w-]{31}(?![\w-])/y),
  form('token', 'Pulumi', 'pul-', /pul-[\da-f]{40}(?!\w)/y),
  form('token', 'Doppler', 'dp.pt.', /dp\.pt\.[A-Za-z\d]{43}(?!\w)/y),
  form('token', 'Atlassian', 'ATATT3', /ATATT3[\w-]{180,200}=[\dA-F]{8}(?!\w)/y),
  form(
    'token',
    'Sentry',
    'sntrys_',
    /sntrys_eyJ[A-Za-z\d+/]{50,400}={0,2}_[A-Za-z\d+/]{43}(?!\w)/y,
  ),
  form('token', 'Sentry', 'sntryu_', /sntryu_[\da-f]{64}(?!\w)/y),
  form('key', 'Postman', 'PMAK-', /PMAK-[\da-f]{24}-[\da-f]{34}(?!\w)/y),
  form('key', 'New Relic', 'NRAK-', /NRAK-[A-Z\d]{27}(?!\w)/y),
  form('key', 'age', 'AGE-SECRET-KEY-1', /AGE-SECRET-KEY-1[A-Z\d]{58}(?!\w)/y),
  // Payments and messages.
  form('key', 'Stripe', 'whsec_', /whsec_[A-Za-z\d]{32,64}(?!\w)/y),
  form('token', 'Slack', 'xapp-', /xapp-\d-[A-Z\d]{8,12}-\d{10,14}-[\da-f]{64}(?!\w)/y),
  form('token', 'Slack', 'xoxe', /xoxe(?:\.xox[bp])?-\d-[A-Za-z\d-]{100,400}(?![\w-])/y),
  form('key', 'SendGrid', 'SG.', /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y),
  form(
    'token',
    'Telegram',
    // With the digit before it, so that a text full of `:AA` is not tried at each.
    Array.from('0123456789', (digit) => `${digit}:AA`),
    /\d{8,10}:AA[\w-]{33}(?![\w-])/y,
    [9, 8, 7],
  ),
  form(
    'webhook',
    'Discord',
    '://discord',
    /:\/\/discord(?:app)?\.com\/api\/(webhooks\/\d{17,20}\/[\w-]{60,100})/y,
  ),
  // A JSON Web Token. Its first two parts begin with `{"`.
  form(
    'token',
    'JSON Web',
    'eyJ',
    /(?<!\.)eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w-])/y,
  ),
];

function form(
  kind: FindingKind,
  subject: string,
  literals: string | readonly string[],
  expression: RegExp,
  leads: readonly number[] = [0],
): TokenForm {
  return { kind, subject, literals: [literals].flat(), expression, leads };
}

/** The secrets of these forms in a text. */
export function findTokens(text: string): readonly Finding[] {
  return tokenForms.flatMap((each) =>
    each.literals.flatMap((literal) => findForm(text, literal, each)),
  );
}

function findForm(text: string, literal: string, each: TokenForm): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at)) {
    const finding = findAt(text, at, each);
    if (finding !== undefined) {
      found.push(finding);
    }
    at = Math.max(at + literal.length, finding?.end ?? 0);
  }
  return found;
}

/** The secret whose literal is at a place. */
function findAt(
  text: string,
  at: number,
  { kind, subject, expression, leads }: TokenForm,
): Finding | undefined {
  for (const lead of leads) {
    const from = at - lead;
    if (from >= 0 && !isWithinWord(text, from)) {
      expression.lastIndex = from;
      const match = expression.exec(text);
      const value = match?.[1] ?? match?.[0];
      if (match !== null && value !== undefined && looksReal(value)) {
        const end = from + match[0].length;
        return { kind, subject, start: end - value.length, end };
      }
    }
  }
  return undefined;
}

function isWithinWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return (
    isWordCode(text.charCodeAt(at)) &&
    (before === dash || isWordCode(before)) &&
    !followsEscape(text, at)
  );
}

const dash = 45;

/** Whether this is the code of a letter, a digit or `_` of ASCII. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}
