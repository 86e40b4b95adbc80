// Reads a response: the body, unwrapped by the envelope rules, and the headers.

/** Remaining calls; undefined means unknown. */
export interface Remaining {
  readonly minute?: number
  readonly day?: number
}
/** The metadata of a response. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | undefined
  readonly remaining: Remaining
  /** Kind of the provider that answered: `live` or `embedded`. */
  readonly provider: string | undefined
  /** True for a response from the gateway's sample data. */
  readonly sample: boolean
}

export function responseInfoOf({ status, headers }: Response): ResponseInfo {
  const minute = countOf(headers.get('x-ratelimit-remaining-minute'))
  const day = countOf(headers.get('x-ratelimit-remaining-day'))
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    remaining: { ...(minute === undefined ? {} : { minute }), ...(day === undefined ? {} : { day }) },
    provider: headers.get('x-gateway-provider') ?? undefined,
    sample: headers.get('x-gateway-sample') === 'true',
  }
}

/** Reads a count; zero and absent both mean unknown. */
function countOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
}

/** Returns the body as JSON; anything else counts as an empty object. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Returns the member `data` if the body has one, otherwise the whole body. */
export function unwrapped(body: unknown): unknown {
  return isRecord(body) && Object.hasOwn(body, 'data') ? body.data : body
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own member of a value of unknown form, such as parsed JSON; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
