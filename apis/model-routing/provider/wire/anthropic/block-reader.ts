// The content blocks of a messages request (SOURCES 3.10).
import type { Message, Part, Source } from '../chat-request.ts'
import type { Field } from '../field.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { base64, mediaType, sourceOfUrl } from '../source.ts'

const mostBlocks = 10_000
/** Blocks that only the vendor understands, such as those of tools that run there. */
const vendorBlocks =
  /^(?:search_result|container_upload|compaction|tool_reference|browser_state|fallback|\w{1,80}_tool_(?:use|result))$/

/** Throws ModelError 'invalid'. */
export function readBlocks(content: Field, role: Message['role']): Part[] {
  content.required()
  if (typeof content.value === 'string') return [{ kind: 'text', text: content.value }]
  return content.items(mostBlocks).flatMap((block) => [readBlock(block, role), ...picturesIn(block)])
}

function readBlock(block: Field, role: Message['role']): Part {
  const kind = block.member('type').text()
  if (kind === 'text') return readTextBlock(block)
  if (vendorBlocks.test(kind)) return readVendorBlock(block)
  const read = role === 'user' ? userBlocks[kind] : assistantBlocks[kind]
  if (read === undefined || !Object.hasOwn(role === 'user' ? userBlocks : assistantBlocks, kind))
    throw block.member('type').error(`'${kind.slice(0, 80)}' is no content block of role ${role}`)
  return read(block)
}

type Reader = (block: Field) => Part
const userBlocks: Readonly<Record<string, Reader>> = {
  image: readImage,
  document: readDocument,
  tool_result: readResult,
}
const assistantBlocks: Readonly<Record<string, Reader>> = {
  image: readImage,
  thinking: readThinking,
  redacted_thinking: (block) => ({ kind: 'redactedThinking', data: block.member('data').text() }),
  tool_use: readUse,
}

interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly extras?: Json | undefined
}
const textMembers = new Set(['type', 'text', 'citations'])

export function readTextBlock(block: Field): TextPart {
  const extras = block.rest(textMembers)
  const citations = block.member('citations')
  // Answers carry `citations: null` back; only a list says anything.
  const isNative = Array.isArray(citations.value) ? { ...extras, citations: citations.value } : extras
  const text = block.member('text').text()
  return isNative === undefined ? { kind: 'text', text } : { kind: 'text', text, extras: isNative }
}

function withExtras(part: Part, block: Field, known: readonly string[]): Part {
  const extras = block.rest(new Set(['type', ...known]))
  return extras === undefined ? part : { ...part, extras }
}

function readImage(block: Field): Part {
  return withExtras({ kind: 'image', source: readSource(block.member('source')) }, block, ['source'])
}
function readSource(field: Field): Source {
  const kind = field.member('type').oneOf(['base64', 'url', 'file'])
  if (kind === 'url') return sourceOfUrl(field.member('url'))
  if (kind === 'file') return { at: 'file', id: field.member('file_id').name() }
  return { at: 'data', mediaType: mediaType(field.member('media_type')), data: base64(field.member('data')) }
}

function readDocument(block: Field): Part {
  const source = block.member('source')
  const name = block.member('title').maybeText()
  const part: Part = { kind: 'document', source: readDocumentSource(source), ...(name === undefined ? {} : { name }) }
  return withExtras(part, block, ['source', 'title'])
}
/** Plain text is carried as bytes, like any other document. */
function readDocumentSource(field: Field): Source {
  const kind = field.member('type').oneOf(['base64', 'url', 'file', 'text', 'content'])
  if (kind === 'text') return plainText(field.member('data').text())
  if (kind !== 'content') return readSource(field)
  const content = field.member('content')
  if (typeof content.value === 'string') return plainText(content.value)
  return plainText(
    content
      .items(mostBlocks)
      .map((block) => block.either('text').maybeText() ?? '')
      .join('\n'),
  )
}
/** Returns the pictures of a document that is a list of blocks, which follow it. */
function picturesIn(block: Field): Part[] {
  const { type, source } = block.json()
  if (type !== 'document' || !isJson(source) || source.type !== 'content' || !Array.isArray(source.content)) return []
  const blocks = block.member('source').member('content').items(mostBlocks)
  return blocks.filter((one) => isJson(one.value) && one.value.type === 'image').map(readImage)
}
function plainText(text: string): Source {
  return { at: 'data', mediaType: 'text/plain', data: Buffer.from(text, 'utf8').toString('base64') }
}

function readResult(block: Field): Part {
  const content = block.member('content')
  const parts = content.absent ? [] : readBlocks(content, 'user')
  if (parts.some((part) => part.kind === 'toolResult')) throw content.error('must not hold a tool_result')
  const part: Part = {
    kind: 'toolResult',
    id: block.member('tool_use_id').name(),
    parts,
    isError: block.member('is_error').maybeBoolean() ?? false,
  }
  return withExtras(part, block, ['tool_use_id', 'content', 'is_error'])
}

function readThinking(block: Field): Part {
  const text = block.member('thinking').text()
  const signature = block.member('signature').maybeText()
  return signature === undefined || signature === ''
    ? { kind: 'thinking', text }
    : { kind: 'thinking', text, signature }
}

function readUse(block: Field): Part {
  const input = block.member('input')
  const part: Part = {
    kind: 'toolCall',
    id: block.member('id').name(),
    name: block.member('name').name(),
    input: JSON.stringify(input.required().json()),
  }
  return withExtras(part, block, ['id', 'name', 'input'])
}

function readVendorBlock(block: Field): Part {
  const json = block.json()
  const text = json.type === 'search_result' ? searchText(json) : undefined
  return text === undefined
    ? { kind: 'opaque', wire: 'anthropic', block: json }
    : { kind: 'opaque', wire: 'anthropic', block: json, text }
}
/** Returns a search result as plain text: other wires lack a block for it, and the question is about it. */
function searchText({ title, source, content }: Json): string | undefined {
  const texts = Array.isArray(content) ? content.map((item) => (isJson(item) ? item.text : undefined)) : []
  const lines = [title, source, ...texts].filter((line) => typeof line === 'string')
  return lines.length > 0 ? lines.join('\n') : undefined
}
