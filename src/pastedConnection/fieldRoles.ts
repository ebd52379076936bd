import { plainName } from './servicesByName.ts';

/** What a field of settings, a variable or an argument holds. */
export type FieldRole =
  | 'address'
  | 'key'
  | 'keyVariable'
  | 'model'
  | 'models'
  | 'name'
  | 'provider'
  | 'headers'
  | 'body'
  | 'requestBody'
  | 'apiVersion'
  | 'deployment'
  | 'organization'
  | 'resource';

/** Names in lower case without punctuation. */
const names: readonly (readonly [FieldRole, string])[] = [
  ['address', 'url uri endpoint address base host server serverurl azureendpoint baseaddress'],
  ['key', 'key token bearer secretkey pat openaikey apisecret adtoken azureadtoken'],
  ['keyVariable', 'envkey apikeyenv apikeyenvvar apikeyenvname envvar apikeyvariable keyenv'],
  ['keyVariable', 'apikeyenvironmentvariable'],
  ['model', 'model modelid modelname defaultmodel chatmodel'],
  ['models', 'models availablemodels modellist custommodels'],
  ['name', 'name title displayname label providername'],
  ['provider', 'provider vendor apiprovider modelprovider customllmprovider npm type'],
  ['headers', 'headers defaultheaders requestheaders httpheaders extraheaders customheaders'],
  ['headers', 'openaiheaders'],
  ['body', 'extrabody extrabodyproperties extraparams modelkwargs'],
  ['requestBody', 'body json data payload'],
  ['apiVersion', 'apiversion azureapiversion openaiapiversion azureopenaiapiversion'],
  ['deployment', 'deployment azuredeployment deploymentname deploymentid engine'],
  ['deployment', 'azureopenaiapideploymentname azureopenaideploymentname azureopenaideployment'],
  ['organization', 'organization orgid openaiorganization openaiorgid openaiorg'],
  ['resource', 'resourcename instancename azureopenaiapiinstancename azureresourcename'],
];

const exact = new Map(
  names.flatMap(([role, known]) => known.split(' ').map((name) => [name, role] as const)),
);

const endings: readonly (readonly [RegExp, FieldRole])[] = [
  [
    /(?:baseurl|apibase|apiurl|apiurlbase|baseuri|uribase|basepath|apihost|apiendpoint|endpointurl|proxyurl|providerurl)$/,
    'address',
  ],
  [/(?:apikey|apitoken|accesstoken|authtoken|bearertoken)$/, 'key'],
  [/(?:modelid|modelname|chatmodel)$/, 'model'],
];

/** The role of a field with this name. */
export function fieldRole(name: string): FieldRole | undefined {
  if (name.length > 100) {
    return undefined;
  }
  const plain = plainName(name).replace(/^(?:with|set|use)(?=base|api|model|endpoint)/, '');
  return exact.get(plain) ?? endings.find(([ending]) => ending.test(plain))?.[1];
}
