// Errors as the provider's framework writes them: problem details (RFC 9457) with a trace id.
import { type Random, type Refusal, refuse } from '#define'

const headers = { 'content-type': 'application/problem+json; charset=utf-8' }

/** 404 for a country that is unknown or has no holidays. */
export function notFound(random: Random): Refusal {
  const body = { type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5', title: 'Not Found', status: 404 }
  return refuse(404, { ...body, traceId: traceId(random) }, headers)
}

/** 400 with the complaint about one parameter. */
export function invalid(parameter: string, complaint: string, random: Random): Refusal {
  const body = {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { [parameter]: [complaint] },
  }
  return refuse(400, { ...body, traceId: traceId(random) }, headers)
}

/** W3C Trace Context: version, trace, parent, flags. */
function traceId(random: Random): string {
  return `00-${random.bytes(16).toString('hex')}-${random.bytes(8).toString('hex')}-00`
}
