// Request bodies and responses: their content by media type.
import type { DescribedBody, DescribedEncoding, DescribedMedia, DescribedResponse } from '../description.ts'
import { examplesIn, type Reading } from './context.ts'
import { isJson, memberOf, objectIn, textIn } from './json.ts'
import { entriesOf, type Part, partIn } from './references.ts'
import { docOf } from './texts.ts'

const mostTypes = 20
const mostResponses = 100
const typeForm = /^[a-z0-9!#$&^_.+*-]{1,80}\/[a-z0-9!#$&^_.+*-]{1,120}$/
const statusForm = /^(?:[1-5]\d\d|[1-5]XX|default)$/

/** Reads the request body of an operation; undefined if it has none. */
export function bodyIn(entry: Part, reading: Reading): DescribedBody | undefined {
  const part = entry.value === undefined ? undefined : reading.references.resolve(entry)
  if (!part || !isJson(part.value)) return undefined
  const doc = docOf(memberOf(part.value, 'description'))
  return {
    required: memberOf(part.value, 'required') === true,
    ...(doc === undefined ? {} : { doc }),
    types: typesIn(part, entry, reading),
  }
}

/** Reads the responses of an operation. */
export function responsesIn(responses: Part, reading: Reading): DescribedResponse[] {
  return entriesOf(responses)
    .slice(0, mostResponses)
    .flatMap(([status, entry]): DescribedResponse[] => {
      const known = /^\dxx$/.test(status) ? status.toUpperCase() : status
      const part = statusForm.test(known) ? reading.references.resolve(entry) : undefined
      if (!part) return []
      const doc = docOf(memberOf(part.value, 'description')) ?? ''
      return [{ status: known, doc, types: typesIn(part, entry, reading) }]
    })
}

function typesIn(part: Part, entry: Part, reading: Reading): DescribedMedia[] {
  const isShared = !part.pointer.startsWith(entry.pointer)
  const found = new Map<string, DescribedMedia>()
  for (const [name, written] of entriesOf(partIn(part, 'content')).slice(0, mostTypes)) {
    const [type = ''] = name.toLowerCase().split(';', 1)
    const media = reading.references.resolve(written)
    const known = type.trim()
    if (media && typeForm.test(known) && !found.has(known))
      found.set(known, mediaIn(media, known, { isShared, reading }))
  }
  return [...found.values()]
}

interface MediaContext {
  readonly isShared: boolean
  readonly reading: Reading
}

function mediaIn(part: Part, type: string, { isShared, reading }: MediaContext): DescribedMedia {
  // OpenAPI 3.2 describes the items of a sequence, such as server-sent events, apart
  const whole = partIn(part, 'schema')
  const schema = whole.value === undefined ? partIn(part, 'itemSchema') : whole
  // before OpenAPI 3.1, only forms have styles
  const hasStyles = type === 'application/x-www-form-urlencoded' || !/^(?:2|3\.0)/.test(reading.openapi)
  const encoding = encodingIn(partIn(part, 'encoding'), hasStyles, reading)
  return {
    type,
    ...(schema.value === undefined
      ? {}
      : { schema: isShared ? reading.schemas.shared(schema) : reading.schemas.read(schema) }),
    examples: examplesIn(part, reading),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

function encodingIn(
  part: Part,
  hasStyles: boolean,
  { leftOut }: Reading,
): Record<string, DescribedEncoding> | undefined {
  const entries = entriesOf(part)
    .slice(0, 200)
    .map(([field, { value, pointer }]) => {
      // the content type has a member of its own, and OpenAPI ignores it here
      const isNamed = Object.keys(objectIn(value, 'headers')).some((name) => name.toLowerCase() !== 'content-type')
      if (isNamed)
        leftOut.push({
          pointer: `${pointer}/headers`,
          reason: 'Headers of parts are not declared. Callers may send them nevertheless.',
        })
      const contentType = textIn(value, 'contentType')?.slice(0, 200)
      return [
        field,
        { ...(contentType === undefined ? {} : { contentType }), ...(hasStyles ? stylesIn(value) : {}) },
      ] as const
    })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function stylesIn(value: unknown): DescribedEncoding {
  const style = textIn(value, 'style')
  const explode = memberOf(value, 'explode')
  return {
    ...(isStyle(style) ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(memberOf(value, 'allowReserved') === true ? { allowReserved: true } : {}),
  }
}

type EncodingStyle = NonNullable<DescribedEncoding['style']>
const encodingStyles: ReadonlySet<string> = new Set<EncodingStyle>([
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
])
function isStyle(style: string | undefined): style is EncodingStyle {
  return style !== undefined && encodingStyles.has(style)
}
