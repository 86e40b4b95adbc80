// The strings of a request that a model reads: instructions, texts, inputs and results of tools, documents of text, and
// what tools are for.
import type { ChatRequest, Part, Source } from '../../wire/chat-request.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { isTextType } from '../../wire/source.ts'

type Change = (text: string) => string

/** Returns the request with `change` applied to each of these strings. */
export function mapTexts(request: ChatRequest, change: Change): ChatRequest {
  return {
    ...request,
    system: request.system.map(change),
    messages: request.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => mapPart(part, change)),
    })),
    tools: request.tools.map((tool) =>
      tool.description === undefined ? tool : { ...tool, description: change(tool.description) },
    ),
  }
}

function mapPart(part: Part, change: Change): Part {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return { ...part, text: change(part.text) }
    case 'toolCall':
      return { ...part, input: change(part.input) }
    case 'toolResult':
      return { ...part, parts: part.parts.map((inner) => mapPart(inner, change)) }
    case 'document': {
      const source = mapSource(part.source, change)
      return part.name === undefined ? { ...part, source } : { ...part, source, name: change(part.name) }
    }
    case 'opaque': {
      const block = mapMembers(part.block, change)
      return part.text === undefined ? { ...part, block } : { ...part, block, text: change(part.text) }
    }
    // its vendor would refuse a signed thought that was changed
    case 'thinking':
      return part.signature === undefined ? { ...part, text: change(part.text) } : part
    default:
      return part
  }
}

/** A document of text is carried as bytes, like any other. */
function mapSource(source: Source, change: Change): Source {
  if (source.at !== 'data' || !isTextType(source.mediaType)) return source
  const text = Buffer.from(source.data, 'base64').toString('utf8')
  const changed = change(text)
  return changed === text ? source : { ...source, data: Buffer.from(changed, 'utf8').toString('base64') }
}

/** Members of a vendor's own blocks that are no prose, and that only the vendor can read. */
const technical = /^(?:type|id|\w{1,40}_id|data|signature|encrypted_\w{1,40})$/

function mapMembers(block: Json, change: Change): Json {
  return Object.fromEntries(
    Object.entries(block).map(([name, value]) => [name, technical.test(name) ? value : mapValue(value, change)]),
  )
}
/** Goes as deep as a body can be, which its reader bounds. */
function mapValue(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change))
  return isJson(value) ? mapMembers(value, change) : value
}
