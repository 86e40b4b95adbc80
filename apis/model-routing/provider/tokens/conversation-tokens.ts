// Estimates the tokens of a chat request (SOURCES 9): its strings and what surrounds them, tools, pictures, sounds and
// documents.
import type { ChatRequest, Message, Part, Tool } from '../wire/chat-request.ts'
import { type CountTexts, countTexts } from './count.ts'
import { documentSize } from './document-size.ts'
import { imageSize } from './image-size.ts'

/** Strings to be counted, and tokens of everything else. */
interface Tally {
  readonly texts: string[]
  fixed: number
}

/** Counts by the rules of the request's wire: the two vendors surround messages differently. Runs no model. */
export async function countConversation(conversation: ChatRequest, count: CountTexts = countTexts): Promise<number> {
  const tally: Tally = { texts: [], fixed: 0 }
  if (conversation.textCompletion)
    for (const { parts } of conversation.messages) for (const part of parts) addText(part, tally)
  else if (conversation.wire === 'anthropic') addMessages(conversation, tally)
  else addChat(conversation, tally)
  return tally.fixed + (await count(tally.texts, conversation.model))
}

/** Counts a chat: three tokens and the role for each message, three before the answer, eight if there are tools. */
function addChat({ system, messages, tools, model }: ChatRequest, tally: Tally): void {
  tally.fixed += 3
  for (const text of system) addMessage(tally, 'system', text)
  for (const turn of messages) addTurn(turn, model, tally)
  if (tools.length > 0) tally.fixed += 8
  for (const tool of tools) addTool(tool, tally)
}

function addMessage(tally: Tally, role: string, text: string): void {
  tally.fixed += 3
  tally.texts.push(role, text)
}

function addTurn({ role, name, parts }: Message, model: string, tally: Tally): void {
  const results = parts.filter((part) => part.kind === 'toolResult')
  // each tool result is a separate message in this wire
  for (const result of results) {
    addMessage(tally, 'tool', '')
    for (const part of result.parts) addPart(part, model, tally)
  }
  if (results.length === parts.length && parts.length > 0) return
  addMessage(tally, role, '')
  if (name !== undefined) {
    tally.fixed += 1
    tally.texts.push(name)
  }
  for (const part of parts) if (part.kind !== 'toolResult') addPart(part, model, tally)
}

/** Counts messages: two tokens and the role for each message, three for each tool. */
function addMessages({ system, messages, tools, model }: ChatRequest, tally: Tally): void {
  tally.texts.push(...system)
  for (const { role, parts } of messages) {
    tally.fixed += 2
    tally.texts.push(role)
    for (const part of parts) addPart(part, model, tally, 1000)
  }
  for (const tool of tools) {
    tally.fixed += 3
    addTool(tool, tally)
  }
}

function addTool({ name, description, schema }: Tool, tally: Tally): void {
  tally.texts.push(name, description ?? '', JSON.stringify(schema))
}

function addText(part: Part, tally: Tally): void {
  if (part.kind === 'text') tally.texts.push(part.text)
}

/** `perImage`: tokens of a picture where its size does not decide. */
function addPart(part: Part, model: string, tally: Tally, perImage?: number): void {
  switch (part.kind) {
    case 'text':
    case 'thinking':
    case 'refusal':
      tally.texts.push(part.text)
      break
    case 'toolCall':
      tally.texts.push(part.name, part.input)
      break
    case 'toolResult':
      for (const inner of part.parts) addPart(inner, model, tally, perImage)
      break
    case 'opaque':
      tally.texts.push(part.text ?? '')
      break
    case 'image':
      tally.fixed += perImage ?? tokensOfImage(part, model)
      break
    case 'audio':
      tally.fixed += 100
      break
    case 'document': {
      const { text, tokens } = documentSize(part.source)
      if (text !== '') tally.texts.push(text)
      tally.fixed += tokens
      break
    }
    case 'redactedThinking':
      break
  }
}

/** Estimate for a picture of unknown size. */
const unknownImage = 3 * 85

/**
 * 85 at low detail; else 85 and 170 for each tile of 512 pixels, once the picture fits 2048 by 2048 and its short side
 * 768.
 */
function tokensOfImage({ source, detail }: Extract<Part, { kind: 'image' }>, model: string): number {
  if (model.startsWith('glm-4v')) return 1047
  const small = model.startsWith('gpt-4o-mini')
  if (detail === 'low') return small ? 2833 : 85
  const size = source.at === 'data' ? imageSize(source.data) : undefined
  if (!size) return unknownImage
  const [each, start] = small ? [5667, 2833] : [170, 85]
  return start + each * tilesOf(size)
}

/** Returns the number of tiles of 512 by 512 pixels. */
export function tilesOf({ width, height }: { readonly width: number; readonly height: number }): number {
  const fit = Math.min(1, 2048 / Math.max(width, height))
  const scale = fit * Math.min(1, 768 / (fit * Math.min(width, height)))
  return Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
}
