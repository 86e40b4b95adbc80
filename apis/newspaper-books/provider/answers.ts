// Wraps every response in its envelope, as JSON or as JSONP (SOURCES 2.1, 3.1).
import { type Chunks, type Reply, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Archive } from '../model/records.ts'
import { badRequest, ListError, refusalOf, unknownFormat } from './errors.ts'
import { textOf, type Values } from './parameters.ts'

/**
 * Valid callbacks: a single name, because a dotted name could call any method of the page that includes the script,
 * such as the `click` of one of its buttons.
 */
const callbackForm = /^[A-Za-z_$][\w$]{0,99}$/

const sampleCopyright = 'Sample data: simulated lists of invented books, not those of any newspaper.'
const importedCopyright = 'Data imported by the operator of this gateway.'

interface Envelope {
  readonly status: string
  readonly copyright: string
}
type Answer<B> = Reply<Envelope & B> | Reply<Chunks>

/** Creates the responder; a ListError of an endpoint becomes the provider's error. */
export function createAnswers(archive: () => Promise<Archive>, config: unknown) {
  const configured: unknown = Object(config).copyright
  const copyrightOf = ({ isSample }: Archive): string => {
    if (isSample) return sampleCopyright
    return typeof configured === 'string' ? configured : importedCopyright
  }
  const written = createWrittenAnswers()
  return <B extends object>(respond: (archive: Archive, values: Values) => B, keyOf?: (values: Values) => string) =>
    async (values: Values): Promise<Answer<B>> => {
      const known = await archive()
      const copyright = copyrightOf(known)
      const headers = sampleHeaders(known.isSample)
      try {
        const callback = callbackOf(values)
        const body = () => ({ status: 'OK', copyright, ...respond(known, values) })
        if (callback !== undefined) return jsonp(callback, body(), headers)
        if (keyOf === undefined) return reply(body(), { headers })
        return whole(written.of(known, keyOf(values), body), headers)
      } catch (error) {
        throw error instanceof ListError ? refusalOf(error, copyright) : error
      }
    }
}

/** The limit of cached responses, of up to a megabyte each. */
const mostWritten = 8

/** Caches the bytes of long responses that all callers share, until the archive changes. */
function createWrittenAnswers() {
  const kept = new Map<string, Buffer>()
  let keptFor: Archive | undefined
  return {
    of(archive: Archive, key: string, body: () => object): Buffer {
      if (archive !== keptFor) kept.clear()
      keptFor = archive
      const bytes = kept.get(key) ?? Buffer.from(JSON.stringify(body()))
      // the most recently used entry is evicted last
      kept.delete(key)
      kept.set(key, bytes)
      if (kept.size > mostWritten) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
      return bytes
    },
  }
}

function whole(bytes: Buffer, headers: Record<string, string>): Reply<Chunks> {
  const parts = (async function* () {
    yield bytes
  })()
  return reply(parts, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}

/** Returns the callback of a jsonp call; undefined for json, which ignores the parameter. */
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
  // escapes everything that could end the script or begin another
  const json = JSON.stringify(body)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const parts = (async function* () {
    yield `${callback}(${json});`
  })()
  return reply(parts, { headers: { ...headers, 'content-type': 'application/javascript; charset=utf-8' } })
}
