// The console's own connection behind the generated clients: one request per call, no retries. It implements the parts
// that the self-service API and the operator's APIs use: paths, queries, bodies as JSON or as a Blob.
import type { ApiPromise, BareMethod, Call, Connection, Method } from '../../client/own/mod.ts'
import { Refusal } from './refusal.ts'

/** Headers that identify the caller; the operator's session is a cookie, which browsers add by themselves. */
type Credentials = () => Readonly<Record<string, string>>

const timeoutMs = 30_000

/** Creates the connection; each call rejects with a `Refusal`. */
export function createConnection(credentials: Credentials): Connection {
  return ({ mount }) => {
    const call = (one: Call, input: object = {}): ApiPromise<never> => {
      const sent = send(mount, one, { input: new Map(Object.entries(input)), credentials })
      // as in the client library, the generated interface determines the type of the response
      const result: Promise<never> = sent.then(one.answer === 'bytes' ? readBytes : readAnswer)
      return Object.assign(result, { response: () => sent })
    }
    const absent = () => {
      throw new TypeError('the console calls no endpoint of this kind')
    }
    const method = (one: Call): Method =>
      Object.assign((input?: object) => call(one, input), { items: absent, pages: absent, stream: absent })
    const bare = (one: Call): BareMethod => Object.assign(() => call(one), { stream: absent })
    return { method, bare }
  }
}

async function readAnswer(response: Response): Promise<never> {
  const text = await response.text()
  return trusted(text === '' ? undefined : JSON.parse(text))
}

async function readBytes(response: Response): Promise<never> {
  return trusted(new Uint8Array(await response.arrayBuffer()))
}

/** Trusts the declared type of a response, here only. */
function trusted(value: unknown): never
function trusted(value: unknown): unknown {
  return value
}

interface Sending {
  readonly input: Map<string, unknown>
  readonly credentials: Credentials
}

async function send(mount: string, call: Call, { input, credentials }: Sending): Promise<Response> {
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(take(input, name)))
  const given = input.get('body') ?? {}
  const body = call.body && (given instanceof Blob ? given : JSON.stringify(given))
  input.delete('body')
  const query = new URLSearchParams()
  for (const [name, value] of input) if (value !== undefined && value !== null) query.set(name, String(value))
  const search = query.size === 0 ? '' : `?${query}`
  return request(`${mount}${path}${search}`, {
    method: call.method,
    headers: { ...credentials(), ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body }),
  })
}

function take(input: Map<string, unknown>, name: string): string {
  const value = String(input.get(name) ?? '')
  input.delete(name)
  return value
}

/**
 * Sends a request to this gateway, within 30 seconds unless it has a signal of its own. Rejects with a `Refusal` unless
 * the response is a success.
 */
export async function request(address: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store', ...init })
  } catch (cause) {
    throw Refusal.unreachable(cause)
  }
  if (response.ok) return response
  throw await Refusal.of(response)
}
