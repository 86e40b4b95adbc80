// Guards that the bodies held never exceed the bounds, and that whatever a call took is released exactly once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { type BodyHolder, HeldBodies } from './held-bodies.ts'

class Holder implements BodyHolder {
  readonly account: string
  heldBytes = 0
  isOver = false
  constructor(account: string) {
    this.account = account
  }
}

const limit = 100
const step = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), call: fc.nat(5), bytes: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('end' as const), call: fc.nat(5) }),
)

test('whatever calls take and however they end, the bounds hold and nothing stays', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bodies = new HeldBodies(limit)
      const calls = Array.from({ length: 6 }, (_, index) => new Holder(`account-${index % 3}`))
      const heldBy = (account: string) =>
        calls.filter((call) => call.account === account).reduce((sum, call) => sum + call.heldBytes, 0)
      for (const one of steps) {
        const call = calls[one.call]
        assert.ok(call)
        if (one.kind === 'end') {
          call.isOver = true
          bodies.release(call)
          bodies.release(call)
          continue
        }
        const before = bodies.held.bytes
        const own = heldBy(call.account)
        const fits = !call.isOver && before + one.bytes <= limit && own + one.bytes <= limit / 4
        if (fits) bodies.take(call, one.bytes)
        else assert.throws(() => bodies.take(call, one.bytes))
        assert.equal(bodies.held.bytes, before + (fits ? one.bytes : 0))
      }
      assert.equal(
        bodies.held.bytes,
        calls.reduce((sum, call) => sum + call.heldBytes, 0),
      )
      for (const call of calls) bodies.release(call)
      assert.deepEqual(bodies.held, { bytes: 0, accounts: 0 })
    }),
  )
})

test('a refusal says when to call again', () => {
  const bodies = new HeldBodies(limit)
  assert.throws(
    () => bodies.check('one', 26),
    (error) => error instanceof Failure && error.code === 'gateway.bodies_full' && error.notes.retryAfterS === 1,
  )
  bodies.check('one', 25)
})
