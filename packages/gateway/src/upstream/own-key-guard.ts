// Keeps the gateway's own keys out of bodies sent to providers (docs/architecture.md, outbound rule 3). Clients of some
// providers put the key into the body (`auth_key`), where it cannot be replaced without rewriting the body.
import { fail } from '#define'
import { maxKeyLength, readKey } from '../account/keys/key-format.ts'

const beginning = 'gh_'
const form = /^gh_(?:live|market|admin)_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}/
/** Matches the end of a chunk that could be the beginning of a key. */
const partialForm = /g(?:h(?:_(?:[a-z]{1,6}(?:_[0-9A-Za-z]{0,30}(?:_[0-9A-Za-z]{0,5})?)?)?)?)?$/

/** Throws `input.invalid` if the body contains a gateway key. Strings that only resemble one pass. */
export function refuseOwnKeyIn(body: Buffer): void {
  for (let at = body.indexOf(beginning); at >= 0; at = body.indexOf(beginning, at + beginning.length)) {
    const key = form.exec(body.toString('latin1', at, at + maxKeyLength))?.[0]
    if (key !== undefined && readKey(key)) throw refusal()
  }
}

/** Passes a body on chunk by chunk, and fails before any part of a gateway key has passed. */
export async function* withoutOwnKey(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    refuseOwnKeyIn(bytes)
    const end = bytes.toString('latin1', Math.max(0, bytes.length - maxKeyLength + 1))
    const heldLength = partialForm.exec(end)?.[0].length ?? 0
    // a copy, because a few bytes must not keep a whole chunk in memory
    held = Buffer.from(bytes.subarray(bytes.length - heldLength))
    if (heldLength < bytes.length) yield bytes.subarray(0, bytes.length - heldLength)
  }
  if (held.length > 0) yield held
}

function refusal(): Error {
  const problem = 'must not hold a key of the gateway; send that in x-gateway-key only'
  return fail('input.invalid', { problems: `body ${problem}` }, { details: { problems: [{ name: 'body', problem }] } })
}
