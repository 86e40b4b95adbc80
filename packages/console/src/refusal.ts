// Describes unsuccessful calls for people: the problem and its remedy.

/** An unsuccessful call. Its message is a sentence for people. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  constructor(
    message: string,
    about: { status: number; code: string; requestId?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause: about.cause })
    this.status = about.status
    this.code = about.code
    this.requestId = about.requestId
  }

  static unreachable(cause: unknown): Refusal {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    const message = isLate
      ? 'No response in time. The gateway may be busy, or its database unreachable.'
      : 'The gateway cannot be reached. Check that it is running, and that this machine has a connection to it.'
    return new Refusal(message, { status: 0, code: isLate ? 'timeout' : 'unreachable', cause })
  }

  static async of(response: Response): Promise<Refusal> {
    const { code, message } = errorIn(await response.text())
    return new Refusal(message ?? `The gateway answered ${response.status}.`, {
      status: response.status,
      code: code ?? String(response.status),
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
  }
}

function errorIn(text: string): { code?: string; message?: string } {
  try {
    const { error } = JSON.parse(text)
    return { code: String(error.code), message: String(error.message) }
  } catch {
    return {}
  }
}

/** Converts any thrown value to a refusal; a bug of the console is identified as such. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // a module of a page could not be loaded: another version of the gateway has been started
  if (error instanceof TypeError && /module/i.test(error.message))
    return new Refusal(
      'The console could not load a part of itself. Reload the page: the gateway may have been updated.',
      {
        status: 0,
        code: 'console.stale',
        cause: error,
      },
    )
  return new Refusal('The console made a mistake. Reload the page; if it happens again, please report it.', {
    status: 0,
    code: 'console.bug',
    cause: error,
  })
}
