// What the operator says about keys in place of the document: where a key goes, and how tokens are got.
import type { KeyScheme, OAuthFlow, Operation } from '../description.ts'
import { DescriptionRefused } from '../refused.ts'
import { isKeyName } from './keys.ts'

export interface KeyChoice {
  /** Sends the key in this header with every operation, whatever the document says. */
  readonly keyHeader?: string | undefined
  /** Sends the key in this query parameter instead. */
  readonly keyQuery?: string | undefined
  /** The address that gives tokens for client credentials. */
  readonly tokenUrl?: string | undefined
  /** Scopes of the tokens, separated by spaces. */
  readonly scopes?: string | undefined
}
interface Keys {
  readonly keys: Readonly<Record<string, KeyScheme>>
  readonly operations: readonly Operation[]
}

/** Applies the choice. Throws DescriptionRefused if it cannot be kept. */
export function withChosenKeys(read: Keys, choice: KeyChoice): Keys {
  const { tokenUrl, scopes } = choice
  const placed = withPlace(read, choice)
  const tokened = tokenUrl === undefined ? placed : withToken(placed, tokenUrl)
  return scopes === undefined ? tokened : { ...tokened, keys: withScopes(tokened.keys, scopes) }
}

function withPlace(read: Keys, { keyHeader, keyQuery, tokenUrl }: KeyChoice): Keys {
  if (keyHeader === undefined && keyQuery === undefined) return read
  if ([keyHeader, keyQuery, tokenUrl].filter((one) => one !== undefined).length > 1)
    throw refused('A key goes into a header, into the query, or comes from a token address. Name only one of them.')
  const place = keyHeader === undefined ? 'query' : 'header'
  const name = keyHeader ?? keyQuery ?? ''
  if (!isKeyName(name, place)) throw refused(`${name.slice(0, 100)} cannot be the name of a ${place} that has a key.`)
  return withOnly(read, 'key', { kind: 'apiKey', in: place, name })
}

/** Makes one scheme the key of every operation. */
function withOnly({ operations }: Keys, name: string, scheme: KeyScheme): Keys {
  return { keys: { [name]: scheme }, operations: operations.map((one) => ({ ...one, security: [[name]] })) }
}

function withToken(read: Keys, tokenUrl: string): Keys {
  const isAddress = /^https?:\/\//i.test(tokenUrl) && URL.canParse(tokenUrl)
  if (!isAddress || tokenUrl.length > 2000) throw refused('The token address must be an http or https address.')
  const flow: OAuthFlow = { flow: 'clientCredentials', tokenUrl, scopes: [] }
  const entries = Object.entries(read.keys)
  if (!entries.some(([, { kind }]) => kind === 'oauth2'))
    return withOnly(read, 'token', { kind: 'oauth2', flows: [flow] })
  const keys = entries.map(([name, scheme]) => {
    if (scheme.kind !== 'oauth2') return [name, scheme] as const
    const scopes = [...new Set(scheme.flows.flatMap((one) => one.scopes))]
    const others = scheme.flows.filter((one) => one.flow !== 'clientCredentials')
    return [name, { ...scheme, flows: [{ ...flow, scopes }, ...others] }] as const
  })
  return { ...read, keys: Object.fromEntries(keys) }
}

const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/

function withScopes(keys: Keys['keys'], text: string): Keys['keys'] {
  const chosen = text.split(' ').filter((scope) => scope !== '')
  const wrong = chosen.find((scope) => !scopeForm.test(scope))
  if (wrong !== undefined || chosen.length > 100) throw refused('Scopes are at most 100 words, separated by spaces.')
  const withCredentials = Object.entries(keys).filter(
    ([, scheme]) => scheme.kind === 'oauth2' && scheme.flows.some(({ flow }) => flow === 'clientCredentials'),
  )
  if (withCredentials.length === 0)
    throw refused('Scopes are sent for tokens, and the document has no client credentials. Name a token address.')
  const changed = Object.entries(keys).map(([name, scheme]) => {
    if (scheme.kind !== 'oauth2') return [name, scheme] as const
    const flows = scheme.flows.map((one) => (one.flow === 'clientCredentials' ? flowWith(one, chosen) : one))
    return [name, { ...scheme, flows }] as const
  })
  return Object.fromEntries(changed)
}

function flowWith(flow: OAuthFlow, chosen: readonly string[]): OAuthFlow {
  const unknown = chosen.find((scope) => flow.scopes.length > 0 && !flow.scopes.includes(scope))
  if (unknown !== undefined)
    throw refused(`There is no scope ${unknown}. The document has ${flow.scopes.slice(0, 30).join(', ')}.`)
  return { ...flow, chosen }
}

const refused = (reason: string) => new DescriptionRefused('/components/securitySchemes', reason)
