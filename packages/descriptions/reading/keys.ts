// Security schemes and requirements: how a key is sent, and which operations need one.
import type { KeyScheme, OAuthFlow } from '../description.ts'
import type { Reading } from './context.ts'
import { isJson, memberOf, textIn } from './json.ts'
import { entriesOf, type Part, partIn } from './references.ts'
import { docOf } from './texts.ts'

const mostSchemes = 100
const mostAlternatives = 20
const headerForm = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** Reads the security schemes by name. */
export function keysIn(schemes: Part, reading: Reading): Record<string, KeyScheme> {
  const found = entriesOf(schemes)
    .slice(0, mostSchemes)
    .flatMap(([name, entry]) => {
      const part = reading.references.resolve(entry)
      return part && isJson(part.value) && name !== '__proto__' ? [[name, schemeOf(part)] as const] : []
    })
  return Object.fromEntries(found)
}

function schemeOf(part: Part): KeyScheme {
  const { value } = part
  const text = docOf(memberOf(value, 'description'))
  const doc = text === undefined ? {} : { doc: text }
  const kind = textIn(value, 'type')
  const scheme = textIn(value, 'scheme')?.toLowerCase()
  if (kind === 'apiKey') {
    const place = memberOf(value, 'in')
    const name = textIn(value, 'name') ?? ''
    if ((place === 'header' || place === 'query' || place === 'cookie') && isKeyName(name, place))
      return { kind, in: place, name, ...doc }
  }
  if ((kind === 'http' && scheme === 'basic') || kind === 'basic') return { kind: 'basic', ...doc }
  if (kind === 'http' && scheme === 'bearer') return { kind: 'bearer', ...doc }
  if (kind === 'oauth2') return { kind, flows: entriesOf(partIn(part, 'flows')).flatMap(flowOf), ...doc }
  if (kind === 'openIdConnect') return { kind, url: (textIn(value, 'openIdConnectUrl') ?? '').slice(0, 2000), ...doc }
  return { kind: 'unsupported', scheme: (scheme ?? kind ?? 'unknown').slice(0, 60), ...doc }
}

/** Reports whether a header, query parameter or cookie of this name can have a key. */
export function isKeyName(name: string, place: string): boolean {
  return place === 'query' ? name !== '' && name.length <= 200 && name !== '__proto__' : headerForm.test(name)
}

const flows: readonly OAuthFlow['flow'][] = [
  'clientCredentials',
  'authorizationCode',
  'implicit',
  'password',
  'deviceAuthorization',
]

function flowOf([name, { value }]: readonly [string, Part]): OAuthFlow[] {
  const flow = flows.find((one) => one === name)
  if (!flow) return []
  const tokenUrl = textIn(value, 'tokenUrl')?.slice(0, 2000)
  const scopes = Object.keys(Object(memberOf(value, 'scopes'))).slice(0, 500)
  return [{ flow, ...(tokenUrl === undefined || tokenUrl === '' ? {} : { tokenUrl }), scopes }]
}

/** Reads a list of requirements; undefined if there is none, so that the document's own counts. */
export function securityIn(
  requirements: unknown,
  keys: Readonly<Record<string, KeyScheme>>,
): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(requirements)) return undefined
  const alternatives = requirements
    .slice(0, mostAlternatives)
    .filter(isJson)
    .map((requirement) => Object.keys(requirement).slice(0, 10))
  // one that names an undeclared scheme says nothing about how a key is sent
  return alternatives.filter((names) => names.every((name) => Object.hasOwn(keys, name)))
}
