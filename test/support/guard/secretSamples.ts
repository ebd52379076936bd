import { random } from '../random.ts';

/** A secret as a service makes it, put together here: no file of the project has one. */
export interface SecretSample {
  /** The name of what is found, without a number. */
  readonly mask: string;
  /** The rule of the preset that finds it; missing if that is a form of Parley's own. */
  readonly rule?: string;
  readonly value: string;
  /** How it stands in a file; the value by itself if missing. */
  readonly text?: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphanumeric = letters + digits;
/** Of these, no word is made by chance that passwords of documentation have. */
const unlikeWords = 'CDFGHJKLNQRVWZcdfghjklnqrvwz56789';
const hex = `${digits}abcdef`;

/** One sample for each service, the same ones for the same seed. */
export function secretSamples(seed: number): readonly SecretSample[] {
  const next = random(seed);
  const any = (length: number, of = alphanumeric): string =>
    Array.from({ length }, () => of[Math.floor(next() * of.length)]).join('');
  const preset = (rule: string, mask: string, value: string, text?: string): SecretSample => ({
    rule,
    mask,
    value,
    ...(text !== undefined && { text }),
  });
  const awsSecret = any(40);
  const jwt = (): string =>
    [
      { alg: 'RS256', kid: any(12) },
      { sub: any(20), scope: any(8) },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
  const login = `${any(8, unlikeWords)}4${any(7, unlikeWords)}`;
  const npmrc = any(36);
  const azure = `${any(86)}==`;
  const signature = `${any(20)}%2B${any(22)}%3D`;
  const [odbc, jdbc] = [
    `${any(6, unlikeWords)}7!${any(6, unlikeWords)}`,
    `${any(6, unlikeWords)}7z${any(6, unlikeWords)}`,
  ];
  return [
    preset('aws', 'AWS key', `AKIA${any(16, letters.slice(0, 26) + digits)}`),
    preset('aws', 'AWS key', awsSecret, `MY_AWS_SECRET_ACCESS_KEY="${awsSecret}"`),
    preset('slack', 'Slack token', `xoxb-${any(12, digits)}-${any(12, digits)}-${any(24)}`),
    preset(
      'slack',
      'Slack webhook',
      `https://hooks.slack.com/services/T${any(10)}/B${any(10)}/${any(24)}`,
    ),
    preset('shopify', 'Shopify key', `shpat_${any(32, hex)}`),
    preset('stripe', 'Stripe key', `sk_live_${any(40)}`),
    { mask: 'GitHub token', value: `ghp_${any(36)}` },
    { mask: 'GitHub token', value: `github_pat_${any(82)}` },
    { mask: 'GitHub token', value: `ghs_${any(6, digits)}_${jwt()}.${any(86)}` },
    preset('gitlab', 'GitLab token', `glpat-${any(20)}`),
    preset('grafana', 'Grafana token', `glsa_${any(32)}_${any(8, hex)}`),
    preset('openai', 'OpenAI token', `sk-proj-${any(74)}T3BlbkFJ${any(74)}`),
    preset('anthropic', 'Anthropic key', `sk-ant-api03-${any(93)}AA`),
    preset('groq', 'Groq key', `gsk_${any(52)}`),
    preset('huggingface', 'Hugging Face token', `hf_${any(34, letters)}`),
    preset('linear', 'Linear token', `lin_api_${any(40)}`),
    preset('notion', 'Notion token', `ntn_${any(11, digits)}${any(35)}`),
    preset('hashicorp-vault', 'HashiCorp Vault token', `hvs.${any(95)}`),
    preset('vercel', 'Vercel token', `vcp_${any(56)}`),
    preset('databricks', 'Databricks token', `dapi${any(32, hex)}`),
    preset('docker', 'Docker token', `dckr_pat_${any(27)}`),
    preset('figma', 'Figma token', `figd_${any(43)}`),
    preset('cloudflare', 'Cloudflare token', `cfut_${any(40)}${any(8, hex)}`),
    preset('tailscale', 'Tailscale key', `tskey-auth-${any(12)}CN-${any(32)}`),
    preset(
      '1password',
      '1Password token',
      `ops_${Buffer.from(
        JSON.stringify({
          signInAddress: 'a.1password.com',
          userAuth: { method: 'SRPg-4096', iterations: 650_000, salt: any(22) },
          email: `${any(10)}@1passwordserviceaccounts.com`,
          srpX: any(64, hex),
          muk: {
            alg: 'A256GCM',
            ext: true,
            k: any(43),
            key_ops: ['encrypt', 'decrypt'],
            kty: 'oct',
            kid: 'mp',
          },
          secretKey: `A3-${any(6)}-${any(26)}`,
          throttleSecret: { seed: any(64, hex), uuid: any(26) },
          deviceUuid: any(26),
        }),
      ).toString('base64')}`,
    ),
    preset(
      'slack',
      'Slack token',
      `xoxp-${any(12, digits)}-${any(12, digits)}-${any(12, digits)}-${any(32, hex)}`,
    ),
    preset('stripe', 'Stripe key', `rk_live_${any(24)}`),
    preset('openai', 'OpenAI token', `sk-svcacct-${any(74)}T3BlbkFJ${any(74)}`),
    preset('openai', 'OpenAI token', `sk-admin-${any(74)}T3BlbkFJ${any(74)}`),
    preset('openai', 'OpenAI token', `sk-${any(20)}T3BlbkFJ${any(20)}`),
    { mask: 'GitLab token', value: `glpat-${any(27)}.01.${any(9, digits)}` },
    { mask: 'GitHub token', value: `gho_${any(36)}` },
    { mask: 'GitHub token', value: `ghr_${any(36)}` },
    { mask: 'GitLab token', value: `glrt-${any(20)}` },
    { mask: 'GitLab token', value: `gldt-${any(20)}` },
    { mask: 'GitLab token', value: `glptt-${any(40, hex)}` },
    preset('aws', 'AWS key', `ASIA${any(16, letters.slice(0, 26) + digits)}`),
    { mask: 'AWS token', value: `IQoJb3JpZ2lu${any(400)}==` },
    { mask: 'AWS key', value: `ABSK${any(128)}` },
    { mask: 'Azure key', value: `${any(3)}8Q~${any(34)}` },
    { mask: 'Azure key', value: `${any(52)}JQQJ99${any(1)}AAC${any(10)}AAABACOG${any(4)}` },
    { mask: 'Google key', value: `AIza${any(35)}` },
    { mask: 'Google key', value: `GOCSPX-${any(28)}` },
    { mask: 'Google token', value: `ya29.a0${any(200)}` },
    { mask: 'Google token', value: `1//0${any(99)}` },
    { mask: 'Anthropic key', value: `sk-ant-admin01-${any(93)}AA` },
    { mask: 'Anthropic key', value: `sk-ant-oat01-${any(93)}AA` },
    { mask: 'Hugging Face token', value: `api_org_${any(34, letters)}` },
    { mask: 'Stripe key', value: `whsec_${any(32)}` },
    { mask: 'Slack token', value: `xapp-1-A${any(10, digits)}-${any(13, digits)}-${any(64, hex)}` },
    { mask: 'OpenRouter key', value: `sk-or-v1-${any(64, hex)}` },
    { mask: 'xAI key', value: `xai-${any(80)}` },
    { mask: 'NVIDIA key', value: `nvapi-${any(64)}` },
    { mask: 'Perplexity key', value: `pplx-${any(48)}` },
    { mask: 'Replicate token', value: `r8_${any(37)}` },
    { mask: 'API key', value: `sk-${any(4, digits)}${any(28, hex)}` },
    { mask: 'npm token', value: `npm_${any(36)}` },
    {
      mask: 'npm token',
      value: npmrc,
      text: `//registry.example.org/:_authToken=${npmrc}\n`,
    },
    { mask: 'PyPI token', value: `pypi-AgEIcHlwaS5vcmc${any(120)}` },
    { mask: 'Azure key', value: azure, text: `AccountName=a;AccountKey=${azure};` },
    {
      mask: 'Azure token',
      value: signature,
      text: `https://files.blob.core.windows.net/box?sv=2024-11-04&sr=b&sig=${signature}`,
    },
    { mask: 'DigitalOcean token', value: `dop_v1_${any(64, hex)}` },
    { mask: 'SendGrid key', value: `SG.${any(22)}.${any(43)}` },
    { mask: 'Telegram token', value: `${any(10, '98765')}:AA${any(33)}` },
    { mask: 'JSON Web token', value: `${jwt()}.${any(43)}` },
    {
      mask: 'password',
      value: login,
      text: `postgres://app:${login}@db.internal.corp:5432/shop`,
    },
    {
      mask: 'password',
      value: odbc,
      text: `Server=tcp:shop.database.windows.net,1433;Database=shop;User ID=app;Password=${odbc};Encrypt=True`,
    },
    {
      mask: 'password',
      value: jdbc,
      text: `jdbc:mysql://db.internal.corp:3306/shop?user=app&password=${jdbc}&useSSL=true`,
    },
  ];
}

/** A private key as a tool writes it; its content means nothing. */
export function privateKeySample(seed: number, kind = 'RSA PRIVATE KEY', lines = 25): string {
  const next = random(seed);
  const base64 = `${alphanumeric}+/`;
  const line = (length: number): string =>
    Array.from({ length }, () => base64[Math.floor(next() * 64)]).join('');
  const body = Array.from({ length: lines }, (_, index) =>
    index === 0 ? `MIIE${line(60)}` : line(64),
  );
  const dashes = '-'.repeat(5);
  return [`${dashes}BEGIN ${kind}${dashes}`, ...body, `${dashes}END ${kind}${dashes}`].join('\n');
}
