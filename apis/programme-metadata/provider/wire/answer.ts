// Sends a value in the requested form: JSON, or XML if only XML is accepted (SOURCES 1.3).
import { type Call, Refusal, type Reply, refuse, reply } from '#define'
import { sampleHeaders } from '#provider'
import { type RootName, roots } from './elements.ts'
import { toJson } from './json-writer.ts'
import { toXml } from './xml-writer.ts'

const xmlType = 'application/xml; charset=utf-8'

interface Answering {
  readonly request: Pick<Call['request'], 'headers'>
  readonly isSample: boolean
}

/** Returns a root element as a response. Tests, not the type, check the views against the declared shapes. */
export function answer(root: RootName, value: object, { request, isSample }: Answering): Reply<never> {
  const headers = sampleHeaders(isSample)
  if (wantsXml(request)) {
    const xml = Buffer.from(toXml(root, value))
    return reply<unknown>(xml, { headers: { ...headers, 'content-type': xmlType } }) as Reply<never>
  }
  const json = toJson(roots[root], value)
  return reply(root === 'nitro' ? { nitro: json } : { [root]: json }, { headers }) as Reply<unknown> as Reply<never>
}

/** Runs `work`; its refusal is sent as XML if XML is requested. */
export async function answerErrors<T>(request: Answering['request'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !wantsXml(request)) throw error
    const engineError: unknown = Object(Object(error.body).errors).error
    throw refuse(error.status, Buffer.from(toXml('errors', { error: [engineError] })), { 'content-type': xmlType })
  }
}

/** True if only XML is accepted. Browsers name XML among other types; they get JSON. */
function wantsXml({ headers }: Answering['request']): boolean {
  const { accept = '' } = headers
  return /\bxml\b/.test(accept) && !/\bjson\b|text\/html/.test(accept)
}
