import { isRecord, isString, type WireObject } from '../shared/guards.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import {
  type Code,
  type CodeCall,
  type CodeEntry,
  type CodeValue,
  readProgram,
} from './codeValues.ts';
import { fieldRole, type FieldRole } from './fieldRoles.ts';
import { readTree } from './readTree.ts';
import { readKeyText } from './keyText.ts';
import { plainName, serviceOfName } from './servicesByName.ts';

/** Values that are looked at in all. A text can refer to others that refer to others. */
const maxSteps = 50_000;

/** Longer texts are cut: each can consist of others. */
const maxTextLength = 16_384;

const maxDepth = 80;

/** Calls that are looked at. */
const maxCalls = 200;

/**
 * Reads settings in JSON, also with comments, single quotes and parts missing: the objects and lists that are part
 * of nothing else. References to environment variables become texts such as `${NAME}`.
 */
export function readValues(source: string): readonly unknown[] {
  const code = readProgram(source);
  const evaluate = createEvaluate(code);
  const loose = code.entries.length === 0 ? [] : [recordOf(code.entries, evaluate)];
  return [...code.values.map(evaluate), ...loose];
}

/** Reads what a program in JavaScript, Python or their like says about connections. */
export function readCode(source: string): readonly Candidate[] {
  const code = readProgram(isPowerShell.test(source) ? asCalls(source) : source);
  const evaluate = createEvaluate(code);
  const calls = code.calls.slice(0, maxCalls).flatMap((call) => callCandidates(call, evaluate));
  const assigned = [...code.scope.values()]
    .filter(({ kind }) => kind === 'record' || kind === 'list')
    .slice(0, maxCalls)
    .flatMap((value) => readTree(evaluate(value)).candidates);
  return [...calls, ...assignedCandidate(code, evaluate), ...assigned];
}

const isPowerShell = /\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\s/i;

/** Commands of PowerShell in the form of calls with named arguments. */
function asCalls(source: string): string {
  return source
    .replaceAll(/`[ \t]{0,20}\n/g, ' ')
    .replaceAll(/\|[ \t]{0,20}ConvertTo-Json(?:[ \t]{1,4}-\w{1,20}(?:[ \t]{1,4}\d{1,4})?)?/gi, '')
    .replaceAll('@{', '{')
    .replaceAll('@(', '(')
    .replaceAll(
      /\b(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b([^\n]*)/gi,
      (_whole, options: string) => {
        const named = options
          .replaceAll(/-(?:Uri[ \t]{1,4})?(https?:[^\s"']{1,2000})/gi, '"$1"')
          .replaceAll(/(?:^|[ \t])-([A-Z][a-zA-Z]{1,40})[ \t:]/g, ', $1: ');
        return `request(${named})`;
      },
    );
}

type Evaluate = (value: CodeValue) => unknown;

function createEvaluate({ scope }: Code): Evaluate {
  let steps = 0;
  const evaluate = (value: CodeValue, depth: number): unknown => {
    steps += 1;
    if (steps > maxSteps || depth > maxDepth) {
      return undefined;
    }
    const inner = (value: CodeValue) => evaluate(value, depth + 1);
    switch (value.kind) {
      case 'literal':
        return value.value;
      case 'list':
        return value.items.map(inner);
      case 'record':
        return recordOf(value.entries, inner);
      case 'text':
        return textOf(value.parts, inner, scope);
      case 'name':
        return variable(value.path) ?? evaluateName(value.path, scope, inner);
      case 'call':
        return evaluateCall(value, inner);
      case 'either': {
        const first = inner(value.first);
        const second = inner(value.second);
        return isString(first) && isString(second) ? withDefault(first, second) : (first ?? second);
      }
    }
  };
  return (value) => evaluate(value, 0);
}

function recordOf(entries: readonly CodeEntry[], evaluate: Evaluate): WireObject {
  return Object.fromEntries(entries.map(([name, value]) => [name, evaluate(value)]));
}

/** A text of which a part is not known is not known as a whole, if that is all there is. */
function textOf(
  parts: readonly (string | CodeValue)[],
  evaluate: Evaluate,
  scope: ReadonlyMap<string, CodeValue>,
): unknown {
  const [only] = parts;
  if (parts.length === 1 && isString(only)) {
    return only.includes('$') ? withVariables(only, evaluate, scope) : only;
  }
  const texts = parts.map((part) => (isString(part) ? part : evaluate(part)));
  return texts
    .map((text) => (isString(text) ? text : typeof text === 'number' ? String(text) : ''))
    .join('')
    .slice(0, maxTextLength);
}

/** Puts in variables of the program that a text names as PowerShell, PHP and Kotlin do. */
function withVariables(
  text: string,
  evaluate: Evaluate,
  scope: ReadonlyMap<string, CodeValue>,
): string {
  return text
    .slice(0, maxTextLength)
    .replaceAll(
      /\$(?:\{(\w{1,100})\}|(\w{1,100}))/g,
      (whole, braced: string | undefined, bare: string | undefined) => {
        const name = braced ?? bare ?? '';
        const value = scope.get(`$${name}`) ?? scope.get(name);
        const read = value === undefined ? undefined : evaluate(value);
        return isString(read) ? read : whole;
      },
    )
    .slice(0, maxTextLength);
}

/** Paths of objects that hold the environment's variables. */
const environment =
  /^(?:process\.env|import\.meta\.env|os\.environ|environ|ENV|\$_ENV|\$_SERVER|Deno\.env|Bun\.env|env)\.(\w+)$/;

function variable(path: string): string | undefined {
  const name = environment.exec(path)?.[1] ?? /^\$env:(\w+)$/i.exec(path)?.[1];
  return name === undefined ? undefined : `\${${name}}`;
}

function evaluateName(
  path: string,
  scope: ReadonlyMap<string, CodeValue>,
  evaluate: Evaluate,
): unknown {
  const value = scope.get(path) ?? scope.get(path.replace(/^(?:self|this)\./, ''));
  if (value !== undefined) {
    return evaluate(value);
  }
  const dot = path.lastIndexOf('.');
  const holder = dot < 0 ? undefined : scope.get(path.slice(0, dot));
  if (holder?.kind === 'record') {
    const found = holder.entries.find(([name]) => name === path.slice(dot + 1));
    return found === undefined ? undefined : evaluate(found[1]);
  }
  // A constant that is set elsewhere.
  return /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(path) ? `\${${path}}` : undefined;
}

/** Functions that give a variable of the environment, by the end of their names. */
const getsVariable =
  /(?:^|\.)(?:getenv|Getenv|LookupEnv|environ\.get|env\.get|ENV\.fetch|env|env\.var|GetEnvironmentVariable|userdata\.get|get_secret|config)$/;

/** Functions and classes that are nothing but their argument. */
const wraps =
  /(?:^|\.)(?:Uri|URI|URL|create|SecretStr|AzureKeyCredential|ApiKeyCredential|Credential|stringify|dumps|loads|parse|String|str|json_encode|ConvertTo-Json|of|strip|trim|to_string|to_owned|into)$/;

function evaluateCall({ callee, args, named }: CodeCall, evaluate: Evaluate): unknown {
  const [first, second] = args.slice(0, 2).map(evaluate);
  if (getsVariable.test(callee) && isString(first) && /^\w{1,200}$/.test(first)) {
    return isString(second) ? withDefault(`\${${first}}`, second) : `\${${first}}`;
  }
  return wraps.test(callee)
    ? (first ?? (named.length > 0 ? recordOf(named, evaluate) : undefined))
    : undefined;
}

/** The second text is used where the variable that the first names is not set. */
function withDefault(first: string, second: string): string {
  return /^\$\{\w+\}$/.test(first) && !/[{}]/.test(second)
    ? `${first.slice(0, -1)}:-${second}}`
    : first;
}

/** Functions that send a request to the address that is their first argument. */
const sends =
  /(?:^|\.)(?:fetch|\$fetch|ofetch|post|get|request|axios|got|ky|urlopen|Request|stream|PostAsync|fetch_json|ajax)$/i;

/** Functions that ask for a completion: their fields are those of the request. */
const completes =
  /(?:completions\.(?:create|parse|stream)|chat\.(?:create|complete|stream|completions)|responses\.create)$/;

/** Functions and classes of which the name says that they make a client of a service. */
const makesClient =
  /(?:^|\.)(?:create|new|Async|Azure|Chat)?\p{Lu}[\p{L}\p{N}]*(?:\.new|\.builder)?$/u;

function callCandidates(call: CodeCall, evaluate: Evaluate): readonly Candidate[] {
  const { callee } = call;
  const last =
    callee
      .replace(/\.(?:new|builder)$/, '')
      .split('.')
      .at(-1) ?? '';
  const [first] = call.args.slice(0, 1).map(evaluate);
  if (isString(first) && call.named.length === 0 && call.args.length === 1 && !sends.test(callee)) {
    return setterCandidates(last, first);
  }
  const own = argumentsOf(call, evaluate);
  const fields = completes.test(callee) ? requestFields(own) : own;
  const model = modelCall([...call.named, ...call.args.flatMap(entriesOf)]);
  if (sends.test(callee)) {
    return sentCandidates(call, fields, first, evaluate);
  }
  const service =
    makesClient.test(callee) && !/^(?:Headers|Request|Error)$/.test(last)
      ? serviceOfName(last)
      : undefined;
  const isAzure = /azure/i.test(last);
  const isLiteLlm = /^(?:completion|acompletion|ChatLiteLLM|LiteLLM)$/.test(last);
  const candidate = candidateOf(fields, {
    service: service ?? model?.service,
    isAzure,
    hasProviderInModel: isLiteLlm,
  });
  const isTold =
    service !== undefined ||
    isAzure ||
    candidate.baseUrl !== undefined ||
    candidate.key !== undefined ||
    candidate.keyVariable !== undefined ||
    candidate.addressTemplate !== undefined ||
    candidate.model !== undefined ||
    model !== undefined;
  return isTold
    ? [
        {
          ...candidate,
          model: candidate.model ?? model?.model,
          usualVariable: usualVariable(candidate, fields),
        },
      ]
    : [];
}

/** Arguments that hold further ones. */
const optionNames = ['configuration', 'config', 'options', 'clientOptions'];

/** The arguments by name, also those in objects that are passed. */
function argumentsOf(
  { args, named }: CodeCall,
  evaluate: Evaluate,
): Readonly<Record<string, unknown>> {
  const passed = args.slice(0, 8).filter(({ kind }) => kind !== 'call');
  const given = [...passed.map(evaluate), recordOf(named, evaluate)].filter(isRecord);
  const inner = given.flatMap((fields) => optionNames.map((name) => fields[name]));
  return Object.fromEntries([...inner.filter(isRecord), ...given].flatMap(Object.entries));
}

/** The variable that the libraries of a service read where the program says nothing of a key. */
function usualVariable(
  { baseUrl, addressTemplate, key, service, azure }: Candidate,
  fields: WireObject,
): string | undefined {
  const isSaid =
    [baseUrl, addressTemplate, key, azure].some((part) => part !== undefined) ||
    Object.keys(fields).some((name) => fieldRole(name) === 'key');
  const isUsual =
    service !== undefined &&
    service.baseUrl.startsWith('https:') &&
    !/^(?:HF|GITHUB)$/.test(service.stems[0] ?? '');
  return isUsual && !isSaid ? `${service.stems[0]}_API_KEY` : undefined;
}

/** What a request to an address says; also where its body or its headers come as arguments without a name. */
function sentCandidates(
  call: CodeCall,
  fields: WireObject,
  first: unknown,
  evaluate: Evaluate,
): readonly Candidate[] {
  const ofRole = (role: FieldRole) =>
    Object.entries(fields).flatMap(([name, value]) => (fieldRole(name) === role ? [value] : []));
  const [, second, third] = call.args.slice(0, 3).map(evaluate);
  const address =
    [first, second].find((arg) => isString(arg) && /^https?:|^\$\{/i.test(arg)) ??
    ofRole('address').find(isString);
  if (!isString(address)) {
    return [];
  }
  const body = [second, third, ...ofRole('requestBody')]
    .flatMap((body) => (isString(body) ? readValues(body.slice(0, maxTextLength)) : [body]))
    .filter(isRecord)
    .find((body) => 'model' in body || 'messages' in body);
  return [candidateOf({ url: address, headers: ofRole('headers'), body })];
}

/** `.baseUrl("…")` and `WithAPIKey("…")`: a field that is set by a call. */
function setterCandidates(last: string, text: string): readonly Candidate[] {
  if (/credential/i.test(last)) {
    return [candidateOf({ key: text })];
  }
  const role = fieldRole(last);
  const service = serviceOfName(last);
  if (
    service !== undefined &&
    makesClient.test(last) &&
    readKeyText(text).key !== undefined &&
    !/^https?:/.test(text)
  ) {
    // Go and C# take the key as the only argument.
    return [candidateOf({ key: text }, { service })];
  }
  return role === 'address' || role === 'key' || role === 'model'
    ? [candidateOf({ [last]: text })]
    : [];
}

function entriesOf(value: CodeValue): readonly CodeEntry[] {
  return value.kind === 'record' ? value.entries : [];
}

/** `model: groq('llama-3')`: the model and its provider. */
function modelCall(entries: readonly CodeEntry[]) {
  const value = entries.find(([name]) => name === 'model')?.[1];
  if (value?.kind !== 'call') {
    return undefined;
  }
  const [id] = value.args;
  const [text] = id?.kind === 'text' ? id.parts : [];
  return isString(text)
    ? { model: text, service: serviceOfName(plainName(value.callee.split('.', 1)[0] ?? '')) }
    : undefined;
}

/** The fields of a request in code: those that the libraries have for headers and body stand beside the body. */
function requestFields(own: WireObject): Record<string, unknown> {
  const { extra_headers, extra_body, extraBody, timeout: _timeout, ...body } = own;
  return { model: own['model'], headers: extra_headers, extra_body: extra_body ?? extraBody, body };
}

/** What variables of the program say, as far as their names tell what they hold. */
function assignedCandidate({ scope }: Code, evaluate: Evaluate): readonly Candidate[] {
  const fields = [...scope].flatMap(([path, value]) => {
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/^\$/, '');
    const role = fieldRole(name);
    const isTold =
      role === 'address' || role === 'key' || role === 'model' || role === 'apiVersion';
    const read = isTold ? evaluate(value) : undefined;
    return isString(read) ? [[name, read] as const] : [];
  });
  const candidate = candidateOf(Object.fromEntries(fields));
  const { baseUrl, addressTemplate, key, keyVariable, model } = candidate;
  return [baseUrl, addressTemplate, key, keyVariable, model].some((part) => part !== undefined)
    ? [candidate]
    : [];
}
