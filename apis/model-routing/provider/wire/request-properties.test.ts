// Properties of all requests: what a wire can express survives a round trip, meaning is kept across wires, and every
// body yields a conversation or a refusal in its wire's format.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import type { ChatRequest, Part } from './chat-request.ts'
import {
  anthropicRequests,
  completionsRequests,
  geminiRequests,
  hostileValues,
  openaiRequests,
  replacedAt,
} from './fixtures/requests.ts'
import type { Format } from './format.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'

const path = { model: 'gemini-2.5-flash', stream: false }
const kinds: readonly (readonly [Format, fc.Arbitrary<Record<string, unknown>>])[] = [
  [formats.openai, openaiRequests],
  [formats.anthropic, anthropicRequests],
  [formats.gemini, geminiRequests],
  [formats.completions, completionsRequests],
]
const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

for (const [format, requests] of kinds)
  test(`${format.wire}: a request read and written again is the same request`, () => {
    fc.assert(
      fc.property(requests, (request) => {
        const model = String(request.model ?? path.model)
        assert.deepEqual(plain(format.writeRequest(format.readRequest(request, path), model)), plain(request))
      }),
      { numRuns: sampled(300) },
    )
  })

/** The content that must not be lost between wires, in order. */
interface Meaning {
  readonly system: string
  readonly texts: readonly string[]
  readonly calls: readonly (readonly [string, unknown])[]
  readonly results: readonly string[]
  readonly pictures: readonly string[]
  readonly tools: readonly string[]
}
function meaningOf({ system, messages, tools }: ChatRequest): Meaning {
  const parts = messages.flatMap((turn) => turn.parts)
  const results = parts.filter((part) => part.kind === 'toolResult')
  return {
    system: system.join('\n'),
    texts: parts.filter((part) => part.kind === 'text').map((part) => part.text.trim()),
    calls: parts.filter((part) => part.kind === 'toolCall').map((part) => [part.name, JSON.parse(part.input)]),
    results: results.flatMap((part) => part.parts).map(textOf),
    pictures: parts
      .filter((part) => part.kind === 'image')
      .map(({ source }) => (source.at === 'url' ? source.url : JSON.stringify(source))),
    tools: tools.map((tool) => tool.name).sort(),
  }
}
const textOf = (part: Part) => (part.kind === 'text' ? part.text : '')

const chatWires = [formats.openai, formats.anthropic, formats.gemini]
for (const [format, requests] of kinds.filter(([{ wire }]) => wire !== 'completions'))
  for (const other of chatWires.filter(({ wire }) => wire !== format.wire))
    test(`${format.wire} to ${other.wire}: texts, calls, results, images and tools are kept in order`, () => {
      fc.assert(
        fc.property(requests, (request) => {
          const conversation = format.readRequest(request, path)
          // older models of Gemini refuse tools beside an answer in JSON
          const written = plain(
            other.writeRequest(conversation, other.wire === 'gemini' ? 'gemini-3-flash' : path.model),
          )
          const again = meaningOf(other.readRequest(written, path))
          const before = meaningOf(conversation)
          // placeholders, and notes about audio and document addresses, are added
          const said = again.texts.filter((text) => before.texts.includes(text))
          const expected = before.texts.filter((text) => text !== '' && text !== '...')
          assert.deepEqual(
            said.filter((text) => text !== '' && text !== '...'),
            expected,
          )
          assert.deepEqual(again.calls, before.calls)
          assert.deepEqual(again.results, before.results)
          assert.deepEqual(again.pictures, before.pictures)
          assert.deepEqual(
            again.tools.filter((name) => before.tools.includes(name)),
            before.tools,
          )
        }),
        { numRuns: sampled(200) },
      )
    })

/** A conversation or a refusal that every wire can express. */
function readOrRefuse(format: Format, body: unknown): ChatRequest | undefined {
  try {
    return format.readRequest(body, path)
  } catch (failure) {
    assert.ok(failure instanceof ModelError, `${failure instanceof Error ? failure.stack : failure}`)
    assert.equal(failure.kind, 'invalid')
    assert.equal(failure.status, 400)
    const { status, body: error } = format.writeError(failure)
    assert.equal(status, 400)
    assert.ok(JSON.stringify(error).length < 5_000, 'a refusal does not repeat a huge input')
    return undefined
  }
}

for (const [format, requests] of kinds)
  test(`${format.wire}: hostile bodies are read or refused with 400, and what was read can be written to every wire`, () => {
    const spoiled = fc
      .tuple(requests, fc.array(fc.tuple(fc.nat(), hostileValues), { minLength: 1, maxLength: 3 }))
      .map(([request, spoils]) => spoils.reduce<unknown>((json, [nth, value]) => replacedAt(json, nth, value), request))
    fc.assert(
      fc.property(fc.oneof(spoiled, hostileValues), (body) => {
        const conversation = readOrRefuse(format, body)
        if (conversation === undefined) return
        for (const other of Object.values(formats)) {
          try {
            JSON.stringify(other.writeRequest(conversation, 'claude-sonnet-4-5'))
          } catch (failure) {
            assert.ok(failure instanceof ModelError, `${failure instanceof Error ? failure.stack : failure}`)
          }
        }
        assert.equal(Object.getPrototypeOf({}).role, undefined, 'no prototype was modified')
      }),
      { numRuns: sampled(1500) },
    )
  })
