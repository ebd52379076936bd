import type { Finding, FindingKind } from '../shared/guard/finding.ts';
import { looksReal } from './looksReal.ts';

/** What the secrets of a service look like. If there is a group, it is the secret. */
interface TokenForm {
  readonly kind: FindingKind;
  readonly subject: string;
  readonly expression: RegExp;
}

/**
 * Forms that the preset does not know, or not in linear time, as the services document them. Each begins where a
 * word begins, so that it is tried once for each word.
 */
const tokenForms: readonly TokenForm[] = [
  // Services of models.
  form('key', 'Google', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g),
  form('key', 'OpenRouter', /(?<![\w-])sk-or-v1-[\da-f]{64}(?!\w)/g),
  form('key', 'xAI', /(?<![\w-])xai-[A-Za-z\d]{80}(?!\w)/g),
  form('key', 'Perplexity', /(?<![\w-])pplx-[A-Za-z\d]{48}(?!\w)/g),
  form('key', 'NVIDIA', /(?<![\w-])nvapi-[\w-]{60,70}(?![\w-])/g),
  form('key', 'Cerebras', /(?<![\w-])csk-[a-z\d]{48}(?!\w)/g),
  form('token', 'Replicate', /(?<![\w-])r8_[A-Za-z\d]{37}(?!\w)/g),
  form('key', 'LangSmith', /(?<![\w-])lsv2_(?:pt|sk)_[\da-f]{32}_[\da-f]{10}(?!\w)/g),
  // The form of DeepSeek, Moonshot, and many servers that copy OpenAI's.
  form('key', 'API', /(?<![\w-])sk-(?=[A-Za-z]{0,30}\d)[A-Za-z\d]{32,64}(?![\w-])/g),
  // Packages.
  form('token', 'npm', /(?<![\w-])npm_[A-Za-z\d]{36}(?!\w)/g),
  form('token', 'npm', /(?<=:_authToken ?= ?)[\w/+=-]{20,200}(?![\w$])/g),
  form('token', 'PyPI', /(?<![\w-])pypi-AgEI[\w-]{60,400}(?![\w-])/g),
  form('key', 'RubyGems', /(?<![\w-])rubygems_[\da-f]{48}(?!\w)/g),
  // Clouds and code.
  form('key', 'Azure', /(?<=AccountKey=|SharedAccessKey=)[A-Za-z\d+/]{43,88}={1,2}/g),
  form('key', 'Google', /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g),
  form('token', 'DigitalOcean', /(?<![\w-])do[opr]_v1_[\da-f]{64}(?!\w)/g),
  form('token', 'Terraform', /(?<![\w-])[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g),
  form('token', 'Supabase', /(?<![\w-])sbp_[\da-f]{40}(?!\w)/g),
  form('key', 'Supabase', /(?<![\w-])sb_secret_[\w-]{31}(?![\w-])/g),
  form('token', 'Pulumi', /(?<![\w-])pul-[\da-f]{40}(?!\w)/g),
  form('token', 'Doppler', /(?<![\w-])dp\.pt\.[A-Za-z\d]{43}(?!\w)/g),
  form('token', 'Atlassian', /(?<![\w-])ATATT3[\w-]{180,200}=[\dA-F]{8}(?!\w)/g),
  form('token', 'Sentry', /(?<![\w-])sntry[su]_[\w+/=]{60,400}(?!\w)/g),
  form('key', 'Postman', /(?<![\w-])PMAK-[\da-f]{24}-[\da-f]{34}(?!\w)/g),
  form('key', 'New Relic', /(?<![\w-])NRAK-[A-Z\d]{27}(?!\w)/g),
  form('key', 'age', /(?<![\w-])AGE-SECRET-KEY-1[A-Z\d]{58}(?!\w)/g),
  // Messages.
  form('key', 'SendGrid', /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g),
  form('token', 'Telegram', /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  form(
    'webhook',
    'Discord',
    /(?<=https:\/\/discord(?:app)?\.com\/api\/)webhooks\/\d{17,20}\/[\w-]{60,100}/g,
  ),
  // A JSON Web Token. Its first two parts begin with `{"`.
  form(
    'token',
    'JSON Web',
    /(?<![\w.-])eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w-])/g,
  ),
];

function form(kind: FindingKind, subject: string, expression: RegExp): TokenForm {
  return { kind, subject, expression };
}

/** The secrets of these forms in a text. */
export function findTokens(text: string): readonly Finding[] {
  return tokenForms.flatMap(({ kind, subject, expression }) =>
    Array.from(text.matchAll(expression)).flatMap(({ 0: value, index }) =>
      looksReal(value) ? [{ kind, subject, start: index, end: index + value.length }] : [],
    ),
  );
}
