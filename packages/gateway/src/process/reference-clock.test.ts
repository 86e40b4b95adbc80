// The time by which everything is counted, when clocks jump.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReferenceClock } from './reference-clock.ts'

const hourMs = 3_600_000
const startMs = Date.UTC(2030, 0, 1)

function clocks({ hasDatabase }: { readonly hasDatabase: boolean }) {
  let elapsedMs = 0
  const offMs = { wall: 0, database: 0 }
  const lines: string[] = []
  const clock = createReferenceClock({
    wall: () => startMs + elapsedMs + offMs.wall,
    monotonic: () => elapsedMs,
    readTime: hasDatabase ? async () => startMs + elapsedMs + offMs.database : undefined,
    log: { warn: (line) => void lines.push(line) },
  })
  /** Seconds in which the time is compared. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      elapsedMs += 1000
      await clock.compare()
    }
  }
  return { clock, offMs, lines, pass, error: () => clock.now() - startMs - elapsedMs }
}

test('the time of the database is used, from the first comparison on', async () => {
  const { clock, offMs, pass, error } = clocks({ hasDatabase: true })
  offMs.wall = hourMs
  offMs.database = 5 * hourMs
  await pass(1)
  assert.equal(error(), 5 * hourMs)
  assert.match(clock.problem() ?? '', /of this machine differs by -14400 s from that of the database/)
})

test('a clock of this machine that jumps changes nothing where the database has one', async () => {
  const { clock, offMs, lines, pass, error } = clocks({ hasDatabase: true })
  await pass(2)
  offMs.wall = 24 * hourMs
  await pass(60)
  assert.equal(error(), 0)
  assert.match(clock.problem() ?? '', /86400 s/)
  assert.equal(lines.length, 1)
  offMs.wall = 0
  await pass(1)
  assert.equal(clock.problem(), undefined)
})

for (const [name, hasDatabase] of [
  ['wall', false],
  ['database', true],
] as const) {
  test(`a time (${name}) that jumps for a moment is not used`, async () => {
    const { clock, offMs, lines, pass, error } = clocks({ hasDatabase })
    await pass(2)
    offMs[name] = 24 * hourMs
    await pass(5)
    assert.equal(error(), 0)
    assert.match(clock.problem() ?? '', /has jumped by 86400 s, which is not used yet/)
    offMs[name] = 0
    await pass(1)
    assert.deepEqual([error(), clock.problem()], [0, undefined])
    assert.ok(lines.length >= 1)
  })

  test(`a time (${name}) that has jumped and stays is used, and so is the way back`, async () => {
    const { clock, offMs, pass, error } = clocks({ hasDatabase })
    let setBack = 0
    clock.onSetBack(() => setBack++)
    await pass(2)
    offMs[name] = hourMs
    await pass(12)
    assert.deepEqual([error(), setBack], [hourMs, 0])
    offMs[name] = 0
    await pass(12)
    assert.deepEqual([error(), setBack, clock.problem()], [0, 1, undefined])
  })
}

test('a machine that has slept has the time at once where both clocks agree', async () => {
  const { offMs, pass, error } = clocks({ hasDatabase: true })
  await pass(2)
  offMs.wall = hourMs
  offMs.database = hourMs
  await pass(1)
  assert.equal(error(), hourMs)
})

test('small differences are followed', async () => {
  const { offMs, lines, pass, error } = clocks({ hasDatabase: true })
  await pass(1)
  offMs.database = 300
  await pass(1)
  assert.deepEqual([error(), lines], [300, []])
})
