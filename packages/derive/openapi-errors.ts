// The gateway's own errors in an OpenAPI document: one shape, and for each status the registry's codes that an
// endpoint can return.
import type { Api, Endpoint } from '#define'
import { errors, keyPartsOf } from '#define/reflect'

/** The components of every document. */
export const gatewayErrorParts = {
  schemas: {
    GatewayError: {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'string', description: 'Code of the gateway (`area.fact`), or of the provider.' },
            message: { type: 'string' },
            details: { description: 'What exactly is wrong, where more is known.' },
          },
          required: ['message'],
        },
        gateway_error: {
          type: 'object',
          description: 'Code and message where the `error` of a provider has another form.',
          properties: { code: { type: 'string' }, message: { type: 'string' } },
        },
        meta: { type: 'object', properties: { requestId: { type: 'string' } } },
      },
      required: ['error'],
    },
  },
  responses: {
    GatewayError: {
      description: 'An error of the gateway.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/GatewayError' } } },
    },
  },
}

const proxied = ['key', 'input', 'path', 'body', 'quota', 'provider_key', 'provider', 'upstream', 'call', 'gateway']
const operated = ['key', 'input', 'path', 'body', 'admin', 'thing', 'import', 'gateway']
const always = ['store', 'internal']

/** Returns the gateway's own error codes that an endpoint can return, by status in rising order. */
export function errorCodesOf(api: Api, endpoint: Endpoint): ReadonlyMap<number, readonly string[]> {
  const facts = factsOf(api, endpoint)
  const known = codesBySurface.get(api.surface) ?? new Map<string, ReadonlyMap<number, readonly string[]>>()
  codesBySurface.set(api.surface, known)
  const key = Object.values(facts).join()
  const codes = known.get(key) ?? codesOf(api, facts)
  known.set(key, codes)
  return codes
}

/** The codes by what decides about them, which is the same for most of thousands of endpoints. */
const codesBySurface = new WeakMap<Api['surface'], Map<string, ReadonlyMap<number, readonly string[]>>>()

interface Facts {
  readonly isSocket: boolean
  readonly isPublic: boolean
  readonly hasBody: boolean
  readonly hasOwnKey: boolean
  readonly hasToken: boolean
  readonly hasKeyParts: boolean
}

function factsOf(api: Api, endpoint: Endpoint): Facts {
  const auth = endpoint.auth ?? api.auth
  return {
    isSocket: endpoint.socket !== undefined,
    isPublic: endpoint.public === true,
    hasBody: endpoint.body !== undefined,
    hasOwnKey: auth.kind === 'own',
    hasToken: auth.kind === 'own' && auth.token !== undefined,
    hasKeyParts: auth.kind === 'own' && keyPartsOf(auth).length > 0,
  }
}

function codesOf(api: Api, facts: Facts): ReadonlyMap<number, readonly string[]> {
  const possible = Object.entries(errors).filter(([code]) => canMeet(code, api, facts))
  const byStatus = Map.groupBy(possible, ([, { status }]) => status)
  const rising = [...byStatus].sort(([a], [b]) => a - b)
  return new Map(rising.map(([status, found]) => [status, found.map(([code]) => code)]))
}

/** Returns the error responses of an endpoint by status, all of the same shape. */
export function errorAnswers(api: Api, endpoint: Endpoint): Record<string, object> {
  const answers = [...errorCodesOf(api, endpoint)].map(([status, codes]) => [
    String(status),
    answer(codes.map((code) => `\`${code}\``).join(', ')),
  ])
  const own =
    'An error of the provider: its status and fields, with `error.code` and `error.message`, or both in `gateway_error`.'
  return { ...Object.fromEntries(answers), ...(isProxied(api) ? { default: answer(own) } : {}) }
}

function answer(description: string): object {
  return { $ref: '#/components/responses/GatewayError', description }
}

function isProxied(api: Api): boolean {
  return api.surface.name === 'hosted' || api.surface.name === 'market'
}

const ofSockets = new Set(['request.upgrade', 'request.handshake', 'session.limit', 'gateway.sessions_full'])
const ofTokens = new Set(['provider_key.token_refused', 'upstream.no_token'])

function canMeet(code: string, api: Api, facts: Facts): boolean {
  if (ofSockets.has(code)) return facts.isSocket
  if (ofTokens.has(code)) return facts.hasToken
  if (code === 'provider_key.incomplete') return facts.hasKeyParts
  const [area = ''] = code.split('.')
  if (area === 'key') return !facts.isPublic
  if (area === 'quota') return api.surface.counted
  if (area === 'provider_key') return code === 'provider_key.missing' && facts.hasOwnKey
  if (area === 'body') return facts.hasBody
  if (area === 'admin') return api.surface.name === 'operator'
  return [...(isProxied(api) ? proxied : operated), ...always].includes(area)
}
