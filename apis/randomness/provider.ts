// The embedded provider. Every draw comes from `random`, which is the operating system's cryptographic source.
import { defineProvider, type Reply, reply } from '#define'
import api from './api.ts'
import { toHsl } from './provider/colour.ts'
import { rollDice } from './provider/dice.ts'
import { noStore } from './provider/errors.ts'
import { pickOption, readOptions } from './provider/options.ts'
import { requireRange } from './provider/range.ts'

export default defineProvider(api, ({ random }) => ({
  number({ min, max }) {
    requireRange(min, max)
    return fresh({ number: random.int(min, max), min, max })
  },
  dice({ count, sides }) {
    return fresh(rollDice(random, count, sides))
  },
  pick(input, { request }) {
    return fresh(pickOption(random, readOptions(input.options, request.query)))
  },
  bytes({ length }) {
    const bytes = random.bytes(length)
    return fresh({ length, hex: bytes.toString('hex'), base64: bytes.toString('base64') })
  },
  color() {
    const [r = 0, g = 0, b = 0] = random.bytes(3)
    return fresh({ hex: `#${Buffer.from([r, g, b]).toString('hex')}`, rgb: { r, g, b }, hsl: toHsl(r, g, b) })
  },
  bool() {
    const value = random.int(0, 1) === 1
    return fresh({ value, coin: value ? 'heads' : 'tails' } as const)
  },
}))

/** Prevents caching: a random response must never come from a cache. */
function fresh<T>(body: T): Reply<T> {
  return reply(body, { headers: noStore })
}
