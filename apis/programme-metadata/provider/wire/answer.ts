// Sends a value in the form that the caller asks for: JSON, or XML where XML alone is named (SOURCES 1.3).
import { type EmbeddedRequest, Refusal, type Reply, refuse, reply } from '#define'
import { sampleHeaders } from '#provider'
import { type RootName, roots } from './elements.ts'
import { toJson } from './json-writer.ts'
import { toXml } from './xml-writer.ts'

const xmlType = 'application/xml; charset=utf-8'

export interface Answering {
  readonly request: Pick<EmbeddedRequest, 'headers'>
  readonly isSample: boolean
}

/** A root element as an answer. What views make is checked against the declared shapes in tests, not by its type. */
export function answer(root: RootName, value: object, { request, isSample }: Answering): Reply<never> {
  const headers = sampleHeaders(isSample)
  if (wantsXml(request)) {
    const xml = Buffer.from(toXml(root, value))
    return reply<unknown>(xml, { headers: { ...headers, 'content-type': xmlType } }) as Reply<never>
  }
  const json = toJson(roots[root], value)
  return reply(root === 'nitro' ? { nitro: json } : { [root]: json }, { headers }) as Reply<unknown> as Reply<never>
}

/** Runs `work`; its refusal is sent as XML where XML is asked for. */
export async function answerErrors<T>(request: Answering['request'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !wantsXml(request)) throw error
    const errors: unknown = Reflect.get(Object(error.body), 'errors')
    const engineError: unknown = Reflect.get(Object(errors), 'error')
    throw refuse(error.status, Buffer.from(toXml('errors', { error: [engineError] })), { 'content-type': xmlType })
  }
}

/** Browsers name XML among the pages they take; they get JSON. */
export function wantsXml({ headers }: Answering['request']): boolean {
  const { accept = '' } = headers
  return /\bxml\b/.test(accept) && !/\bjson\b|text\/html/.test(accept)
}
