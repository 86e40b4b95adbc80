// Answers that are passed on as they come: the bytes, what is read along, and how they end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChunkSink, OutboundFailure, type Pushed } from '#define'
import { chatStreams, messageStreams, nativeStreams } from '../../test/event-formats.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'
import { type PassedEnd, PassedStream } from './passed-stream.ts'

type PassedWire = 'openai' | 'anthropic' | 'gemini'

/** A body under the control of a test. */
class Source implements Pushed {
  sink: ChunkSink | undefined
  readonly calls: string[] = []
  pushTo(sink: ChunkSink): void {
    this.sink = sink
  }
  pause(): void {
    this.calls.push('pause')
  }
  resume(): void {
    this.calls.push('resume')
  }
  cancel(): void {
    this.calls.push('cancel')
    this.sink?.end(new OutboundFailure('aborted', 'nobody waits'))
  }
  send(text: string): void {
    this.sink?.push(Buffer.from(text))
  }
}

interface Opened {
  readonly source: Source
  readonly passed: PassedStream
  readonly received: () => string
  readonly ends: PassedEnd[]
  hasEnded(): boolean
}

function open(wire: PassedWire, { dropsUsage = false, last = '' } = {}): Opened {
  const source = new Source()
  const passed = new PassedStream(source, { frames: formats[wire].passed, dropsUsage })
  const ends: PassedEnd[] = []
  passed.settleWith((end) => {
    ends.push(end)
    return last
  })
  const chunks: Buffer[] = []
  let hasEnded = false
  passed.pushTo({
    push: (chunk) => void chunks.push(chunk),
    end: () => {
      hasEnded = true
    },
  })
  return { source, passed, received: () => Buffer.concat(chunks).toString(), ends, hasEnded: () => hasEnded }
}

function send({ source }: Opened, text: string, size: number): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) source.sink?.push(bytes.subarray(at, at + size))
  source.sink?.end()
}

const word = (text: string) => `data: {"id":"c","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`
const usage = 'data: {"id":"c","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7}}\n\n'
const done = 'data: [DONE]\n\n'

const streams: readonly (readonly [PassedWire, Readonly<Record<string, string>>])[] = [
  ['openai', chatStreams],
  ['anthropic', messageStreams],
  ['gemini', nativeStreams],
]
for (const [wire, byName] of streams)
  for (const [what, stream] of Object.entries(byName))
    test(`${wire}: ${what} passes as it came, and ends once, however it is cut`, () => {
      for (const size of [1, 7, 64, 500, stream.length]) {
        const opened = open(wire, { last: ': cost\n\n' })
        send(opened, stream, size)
        assert.equal(opened.received(), `${stream}: cost\n\n`)
        assert.equal(opened.ends.length, 1)
        assert.ok(opened.hasEnded())
      }
    })

test('the usage is read as it passes, and its frame alone is left out where only the router asked for it', () => {
  for (const size of [1, 30, 10_000]) {
    const opened = open('openai', { dropsUsage: true })
    send(opened, word('a') + word('the "usage" of it') + usage + done, size)
    assert.equal(opened.received(), word('a') + word('the "usage" of it') + done)
    assert.deepEqual([opened.ends[0]?.usage.prompt, opened.ends[0]?.usage.answer], [11, 7])
  }
})

test('a provider that keeps the connection open after the end does not keep the caller waiting', () => {
  const opened = open('openai')
  opened.source.send(word('a') + usage + done)
  assert.ok(opened.hasEnded())
  assert.equal(opened.ends[0]?.ended, 'whole')
  opened.source.sink?.end()
})

test('without usage the text is there to be counted, of long answers too, and of those that the caller leaves', () => {
  const words = Array.from({ length: 2000 }, (_, at) => `w${at} `)
  const opened = open('openai')
  for (const one of words) opened.source.send(word(one))
  opened.source.cancel()
  assert.equal(opened.ends[0]?.ended, 'left')
  assert.equal(opened.ends[0]?.output.join(''), words.join(''))
  const whole = open('openai')
  send(whole, words.map(word).join('') + done, 1000)
  assert.equal(whole.ends[0]?.ended, 'whole')
  assert.equal(whole.ends[0]?.output.join(''), words.join(''))
})

test('an answer that breaks off ends in whole frames, as failed', () => {
  const opened = open('openai', { last: 'error frame' })
  opened.source.send(word('a') + word('b').slice(0, 20))
  opened.source.sink?.end(new OutboundFailure('cut', 'reset'))
  assert.equal(opened.received(), `${word('a')}error frame`)
  assert.equal(opened.ends[0]?.ended, 'failed')
  assert.ok(opened.ends[0]?.failure instanceof ModelError)
})

test('what is no frame of the wire is not passed on, and ends the answer', () => {
  for (const odd of ['data: {"choices":[{"del\n\n', 'data: <html>\n\n', 'data: null\n\n']) {
    const opened = open('openai')
    opened.source.send(word('a'))
    opened.source.send(word('b') + odd)
    assert.equal(opened.received(), word('a') + word('b'), odd)
    assert.equal(opened.ends[0]?.ended, 'failed')
  }
})

test('the error of a provider passes as it came, and is known to be reported', () => {
  const opened = open('openai')
  const error = 'data: {"error":{"message":"Overloaded","code":503}}\n\n'
  opened.source.send(word('a'))
  opened.source.send(error)
  assert.equal(opened.received(), word('a') + error)
  assert.deepEqual([opened.ends[0]?.ended, opened.ends[0]?.isReported], ['failed', true])
})

test('an answer that fails before its first content has not begun, and another channel can answer', async () => {
  const source = new Source()
  const passed = new PassedStream(source, { frames: formats.openai.passed, dropsUsage: false })
  const begun = passed.begun()
  source.send('data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n')
  source.send('data: {"error":{"message":"Overloaded","code":503}}\n\n')
  await assert.rejects(async () => begun, ModelError)
})

test('an answer that arrives at once begins like one that arrives frame by frame, and is charged the same', () => {
  for (const [wire, byName] of streams)
    for (const [what, stream] of Object.entries(byName)) {
      const [whole, cut] = [open(wire), open(wire)]
      send(whole, stream, stream.length)
      for (const frame of stream.split(/(?<=\n\n)/)) cut.source.send(frame)
      cut.source.sink?.end()
      const charged = ({ ends: [end] }: Opened) => ({ ended: end?.ended, usage: { ...end?.usage } })
      assert.deepEqual(charged(whole), charged(cut), `${wire}: ${what}`)
    }
})

test('an error beside the first content is known to be one', async () => {
  const source = new Source()
  const passed = new PassedStream(source, { frames: formats.openai.passed, dropsUsage: false })
  const begun = passed.begun()
  source.send(`data: {"error":{"message":"Overloaded","code":503}}\n\n${word('a')}`)
  await assert.rejects(async () => begun, ModelError)
})

test('text that names the marks is text', () => {
  const opened = open('openai')
  const said = word('\\"error\\" and \\"usage\\":{ and data: [DONE]')
  send(opened, said + usage + done, 10_000)
  assert.equal(opened.received(), said + usage + done)
  assert.deepEqual([opened.ends[0]?.ended, opened.ends[0]?.usage.prompt], ['whole', 11])
})

test('nothing piles up while the response of the caller has not begun', () => {
  const source = new Source()
  const passed = new PassedStream(source, { frames: formats.openai.passed, dropsUsage: false })
  for (let at = 0; at < 30; at++) source.send(word('x'.repeat(4000)))
  assert.ok(source.calls.includes('pause'))
  const chunks: Buffer[] = []
  passed.pushTo({ push: (chunk) => void chunks.push(chunk), end: () => undefined })
  assert.equal(source.calls.at(-1), 'resume')
  assert.equal(Buffer.concat(chunks).length, 30 * word('x'.repeat(4000)).length)
})
