// Multipart bodies, read whole for a handler by the runtime's own parser (Fetch standard).
import { fail } from '#define'

const partLimit = 100

/** Fields by name: a string or a file, or a list for a repeated name. Throws `input.invalid`. */
export async function readMultipart(
  bytes: Buffer,
  contentType: string,
  limit: number,
): Promise<Record<string, unknown>> {
  if (bytes.length > limit) throw fail('body.too_large', { limit })
  const form = await parse(bytes, contentType)
  const fields: Record<string, unknown> = {}
  let count = 0
  for (const [name, value] of form) {
    if (++count > partLimit) throw invalid(`may have at most ${partLimit} parts`)
    const field =
      typeof value === 'string'
        ? value
        : { fileName: value.name, contentType: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
    const previous = fields[name]
    if (previous === undefined) fields[name] = field
    else fields[name] = Array.isArray(previous) ? [...previous, field] : [previous, field]
  }
  return fields
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw invalid('must be valid multipart/form-data')
  }
}

function invalid(problem: string) {
  return fail('input.invalid', { problems: `body ${problem}` }, { details: { problems: [{ name: 'body', problem }] } })
}
