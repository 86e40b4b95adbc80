// The envelope of every answer, as JSON or as JSONP (SOURCES 2.1, 3.1).
import { type Chunks, type Reply, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Archive } from './archive/records.ts'
import { badRequest, ListError, refusalOf, unknownFormat } from './errors.ts'
import { textOf, type Values } from './parameters.ts'

/**
 * A single name. With dots a caller could name any method of the page that includes the script, such as the `click` of
 * one of its buttons.
 */
const callbackForm = /^[A-Za-z_$][\w$]{0,99}$/

const sampleCopyright = 'Sample data: simulated lists of invented books, not those of any newspaper.'
const importedCopyright = 'Data imported by the operator of this gateway.'

interface Envelope {
  readonly status: string
  readonly copyright: string
}
type Answer<B> = Reply<Envelope & B> | Reply<Chunks>

/** Answers from the archive; what an endpoint throws as ListError becomes the provider's error. */
export function createAnswers(archive: () => Promise<Archive>, config: unknown) {
  const configured: unknown = Reflect.get(Object(config), 'copyright')
  const copyrightOf = ({ isSample }: Archive): string => {
    if (isSample) return sampleCopyright
    return typeof configured === 'string' ? configured : importedCopyright
  }
  return <B extends object>(respond: (archive: Archive, values: Values) => B) =>
    async (values: Values): Promise<Answer<B>> => {
      const known = await archive()
      const copyright = copyrightOf(known)
      const headers = sampleHeaders(known.isSample)
      try {
        const callback = callbackOf(values)
        const body = { status: 'OK', copyright, ...respond(known, values) }
        return callback === undefined ? reply(body, { headers }) : jsonp(callback, body, headers)
      } catch (error) {
        throw error instanceof ListError ? refusalOf(error, copyright) : error
      }
    }
}

/** The callback of a jsonp call; undefined for json, which ignores the parameter. */
function callbackOf(values: Values): string | undefined {
  const format = textOf(values, 'format') ?? 'json'
  if (format === 'json') return undefined
  if (format !== 'jsonp') throw unknownFormat()
  const callback = textOf(values, 'callback')
  if (callback === undefined) throw badRequest('callback is required with jsonp.')
  if (!callbackForm.test(callback))
    throw badRequest('callback must be the name of a function: letters, digits, _ and $.')
  return callback
}

function jsonp(callback: string, body: object, headers: Record<string, string>): Reply<Chunks> {
  // a script is no place for what could end it or begin another
  const json = JSON.stringify(body)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const parts = (async function* () {
    yield `${callback}(${json});`
  })()
  return reply(parts, { headers: { ...headers, 'content-type': 'application/javascript; charset=utf-8' } })
}
