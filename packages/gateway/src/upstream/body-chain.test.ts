// What each stage of a body passes on, however the body is cut into chunks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import fc from 'fast-check'
import { Secret } from '../process/secret.ts'
import { Collect, type CollectOptions, Discard, type Flow, Limit, Mask, type Stage, Wrap } from './body-chain.ts'
import { wrappedLength } from './envelope.ts'
import type { ExchangeError } from './exchange-error.ts'
import { keyFormsOf } from './masking.ts'

/** The end of a chain and the exchange before it, which record what happens to them. */
function open() {
  const chunks: Buffer[] = []
  const events: string[] = []
  const record = (event: string) => () => void events.push(event)
  const last: Stage = { push: (bytes) => void chunks.push(bytes), end: record('end') }
  const flow: Flow = {
    done: false,
    pauseReading: record('pauseReading'),
    resumeReading: record('resumeReading'),
    pause: record('pause'),
    resume: record('resume'),
    complete: record('complete'),
    stop: (error: ExchangeError) => void events.push(error.kind),
  }
  return { last, flow, events, written: () => Buffer.concat(chunks).toString() }
}

function send(stage: Stage, chunks: readonly string[]): void {
  for (const chunk of chunks) stage.push(Buffer.from(chunk))
  stage.end()
}

const collecting = (options: Partial<CollectOptions> = {}): CollectOptions => ({
  maxBytes: 10,
  passesLonger: true,
  finish: (body) => Buffer.from(String(body).toUpperCase()),
  begin: () => {},
  ...options,
})

test('any body is wrapped whole, at the length that its head has announced', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), (chunks) => {
      const { last, events, written } = open()
      send(new Wrap(last), chunks)
      const body = chunks.join('')
      assert.equal(written(), `{"data":${body === '' ? 'null' : body}}`)
      assert.equal(Buffer.byteLength(written()), wrappedLength(Buffer.byteLength(body)))
      assert.deepEqual(events, ['end'])
    }),
  )
})

test('a mask in front of a wrap masks a key that two chunks share, and passes on the held end of the last', () => {
  const forms = keyFormsOf(new Secret('pk-secret-0123456789'))
  assert.ok(forms)
  const { last, events, written } = open()
  send(new Mask(forms, new Wrap(last)), ['"a pk-secret-01', '23456789 pk-sec', 'ret"'])
  assert.equal(written(), '{"data":"a ******************** pk-secret"}')
  assert.deepEqual(events, ['end'])
})

test('a collected body is finished once, after its length has been announced', () => {
  const { last, flow, events, written } = open()
  const begin = (length: number | undefined) => void events.push(`begin ${length}`)
  send(new Collect(collecting({ begin }), { flow, next: last }), ['abc', 'def'])
  assert.equal(written(), 'ABCDEF')
  assert.deepEqual(events, ['begin 6', 'end'])
})

test('a body too long to collect passes unchanged and without a length, or ends the exchange', () => {
  const passing = open()
  const begin = (length: number | undefined) => void passing.events.push(`begin ${length}`)
  send(new Collect(collecting({ begin }), { flow: passing.flow, next: passing.last }), ['abcdef', 'ghijkl', 'mno'])
  assert.equal(passing.written(), 'abcdefghijklmno')
  assert.deepEqual(passing.events, ['begin undefined', 'end'])
  const refusing = open()
  const stage = new Collect(collecting({ passesLonger: false }), { flow: refusing.flow, next: refusing.last })
  stage.push(Buffer.from('abcdefghijkl'))
  assert.deepEqual([refusing.written(), refusing.events], ['', ['too_large']])
})

test('a body that would cost too much to parse ends the exchange as it arrives, or passes unchanged', () => {
  const nested = '['.repeat(129)
  const refusing = open()
  const refused = collecting({ passesLonger: false, maxBytes: 1000, finish: () => assert.fail('must not be finished') })
  new Collect(refused, { flow: refusing.flow, next: refusing.last }).push(Buffer.from(nested))
  assert.deepEqual([refusing.written(), refusing.events], ['', ['too_complex']])
  const passing = open()
  const passed = { ...refused, passesLonger: true }
  send(new Collect(passed, { flow: passing.flow, next: passing.last }), [nested, ']'])
  assert.deepEqual([passing.written(), passing.events], [`${nested}]`, ['end']])
})

test('a body that is finished in steps is passed on afterwards, unless the exchange has ended or it fails', async () => {
  const patient = open()
  const finish = async (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(String(body))))
  send(new Collect(collecting({ finish }), { flow: patient.flow, next: patient.last }), ['[1, 2]'])
  assert.equal(patient.written(), '')
  await tick()
  assert.deepEqual([patient.written(), patient.events], ['[1,2]', ['end']])

  const over = open()
  const ended = { ...over.flow, done: true }
  send(new Collect(collecting({ finish }), { flow: ended, next: over.last }), ['[1, 2]'])
  await tick()
  assert.deepEqual([over.written(), over.events], ['', []])

  const failing = open()
  send(new Collect(collecting({ finish }), { flow: failing.flow, next: failing.last }), ['[1'])
  await tick()
  assert.deepEqual([failing.written(), failing.events], ['', ['invalid']])
})

test('a body that cannot be finished ends the exchange, and nothing of it passes', () => {
  const { last, flow, events, written } = open()
  const finish = (body: Buffer) => Buffer.from(JSON.parse(String(body)))
  send(new Collect(collecting({ finish }), { flow, next: last }), ['{"half'])
  assert.deepEqual([written(), events], ['', ['invalid']])
})

test('a limit passes as many bytes as it allows, and ends the exchange with the first beyond', () => {
  const { last, flow, events, written } = open()
  const stage = new Limit(6, { flow, next: last })
  stage.push(Buffer.from('abc'))
  stage.push(Buffer.from('def'))
  assert.deepEqual(events, [])
  stage.push(Buffer.from('g'))
  assert.deepEqual([written(), events], ['abcdef', ['too_large']])
})

test('a dropped body is read to its end when it is short, and abandoned when it is long', () => {
  const short = open()
  send(new Discard(6, short.flow), ['abc', 'def'])
  assert.deepEqual(short.events, ['complete'])
  const long = open()
  new Discard(6, long.flow).push(Buffer.from('abcdefg'))
  assert.deepEqual(long.events, ['abandoned'])
})
