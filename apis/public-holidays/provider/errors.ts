// The provider's own errors, in the form of its framework: problem details (RFC 9457) with a trace id (SOURCES 4).
import { type Random, type Refusal, refuse } from '#define'

const headers = { 'content-type': 'application/problem+json; charset=utf-8' }

export interface Errors {
  /** Returns 404 for a country that is unknown or has no holidays. */
  notFound(): Refusal
  /** Returns 400 with the problem of one parameter. */
  invalid(parameter: string, complaint: string): Refusal
}

/** Creates the errors, with trace ids from `random`. */
export function createErrors(random: Random): Errors {
  return {
    notFound: () =>
      refuse(
        404,
        {
          type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
          title: 'Not Found',
          status: 404,
          traceId: traceId(random),
        },
        headers,
      ),
    invalid: (parameter, complaint) =>
      refuse(
        400,
        {
          type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
          title: 'One or more validation errors occurred.',
          status: 400,
          errors: { [parameter]: [complaint] },
          traceId: traceId(random),
        },
        headers,
      ),
  }
}

/** Returns a W3C trace context: version, trace, parent, flags. */
function traceId(random: Random): string {
  return `00-${random.bytes(16).toString('hex')}-${random.bytes(8).toString('hex')}-00`
}
