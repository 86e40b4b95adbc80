// Guards how long work is reported: to the end, not too often, and whether or not anyone listens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, type Log } from '#define'
import { eventsIn } from './operator.fixture.ts'
import { startWork, type Work } from './work.ts'

const pace = { stepMs: 5, silenceMs: 15 }

function logInto(lines: string[]): Log {
  const write = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { info: write, warn: write, error: write }
}

async function readAll(work: Work): Promise<string> {
  let text = ''
  for await (const frame of work.frames()) text += frame
  return text
}

test('the latest progress is reported, and the result last', async () => {
  const reported = Promise.withResolvers<void>()
  const work = startWork({
    name: 'work',
    log: logInto([]),
    pace,
    run: async (progress) => {
      for (let done = 1; done <= 1000; done++) progress({ done })
      await reported.promise
      progress({ done: 1001 })
      return { total: 1001 }
    },
  })
  let text = ''
  for await (const frame of work.frames()) {
    text += frame
    if (text.includes('"done":1000')) reported.resolve()
  }
  assert.deepEqual(eventsIn(text), [
    { kind: 'progress', done: 1000 },
    { kind: 'progress', done: 1001 },
    { kind: 'result', total: 1001 },
  ])
})

test('a late or second listener gets the outcome', async () => {
  const work = startWork({ ...{ name: 'work', log: logInto([]), pace }, run: async () => ({ total: 1 }) })
  await work.ended
  assert.deepEqual(eventsIn(await readAll(work)), [{ kind: 'result', total: 1 }])
  assert.deepEqual(eventsIn(await readAll(work)), [{ kind: 'result', total: 1 }])
})

test('work continues when its listener disconnects', async () => {
  const disconnected = Promise.withResolvers<void>()
  let finished = false
  const work = startWork({
    name: 'work',
    log: logInto([]),
    pace,
    run: async (progress) => {
      progress({ done: 1 })
      await disconnected.promise
      finished = true
      return {}
    },
  })
  for await (const _frame of work.frames()) break
  assert.equal(finished, false)
  disconnected.resolve()
  await work.ended
  assert.equal(finished, true)
})

test('during a long silence a comment is sent, which is not an event', { timeout: 5000 }, async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const work = startWork({ ...{ name: 'work', log: logInto([]), pace }, run: async () => ({ ...(await promise) }) })
  let text = ''
  for await (const frame of work.frames()) {
    text += frame
    if (frame.startsWith(': ')) resolve({ total: 1 })
  }
  assert.deepEqual(eventsIn(text), [{ kind: 'result', total: 1 }])
})

test('a registered error is reported as it is, any other only to the log', async () => {
  const lines: string[] = []
  const refused = startWork({
    name: 'refused',
    log: logInto(lines),
    pace,
    run: () => Promise.reject(fail('import.invalid', { reason: 'line 3' })),
  })
  assert.match(await readAll(refused), /"code":"import\.invalid".*line 3/)
  assert.deepEqual(lines, [])
  const broken = startWork({
    name: 'broken',
    log: logInto(lines),
    pace,
    run: () => Promise.reject(new Error('inside')),
  })
  assert.doesNotMatch(await readAll(broken), /inside/)
  assert.match(lines.join(), /broken failed.*inside/)
})
