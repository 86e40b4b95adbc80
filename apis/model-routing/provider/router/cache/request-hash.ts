// The hash by which a cached answer is found: equal for requests that differ only in members without effect on the
// answer.
import { createHash } from 'node:crypto'
import { createPacer } from '#provider'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'

/** Hashed in one step, in characters. */
const stepLength = 256 * 1024

/** Yields to the event loop: a request can hold 31 MB, or hundreds of thousands of values. */
export async function requestHash(request: ChatRequest, preferences: RoutingPreferences): Promise<string> {
  const { stream: _stream, includeUsage: _usage, user: _user, ...hashed } = request
  const hash = createHash('sha256')
  const pause = createPacer()
  let text = ''
  const flush = () => {
    // UTF-16, because slices can cut a pair of surrogates in two, which UTF-8 cannot express
    hash.update(text, 'utf16le')
    text = ''
    return pause()
  }
  /** Returns a promise only if it has to wait. */
  const add = (value: unknown): Promise<void> | undefined => {
    if (Array.isArray(value)) return addList(value)
    if (typeof value === 'object' && value !== null) return addObject(value)
    if (typeof value === 'string' && value.length > stepLength) return addLong(value)
    // quoted as in JSON, so that strings differ from other values and end unambiguously
    text += JSON.stringify(value) ?? 'null'
    return text.length > stepLength ? flush() : undefined
  }
  async function addLong(value: string): Promise<void> {
    text += `${value.length}"`
    for (let at = 0; at < value.length; at += stepLength) {
      text += value.slice(at, at + stepLength)
      await flush()
    }
  }
  async function addList(value: readonly unknown[]): Promise<void> {
    text += '['
    for (const item of value) {
      const adding = add(item)
      if (adding) await adding
      text += ','
    }
    text += ']'
  }
  async function addObject(value: object): Promise<void> {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    // the order of members changes nothing
    members.sort(([one], [other]) => (one < other ? -1 : 1))
    text += '{'
    for (const [name, member] of members) {
      text += `${JSON.stringify(name)}:`
      const adding = add(member)
      if (adding) await adding
      text += ','
    }
    text += '}'
  }
  await add({ request: hashed, preferences })
  return hash.update(text, 'utf16le').digest('hex')
}
