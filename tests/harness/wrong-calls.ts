// Calls whose values have other types than declared: each parameter, each member of a body, and the members of nested
// objects. They include names that every object inherits, and values drawn from the seed.
import { type Example, pathNames } from '#define/reflect'
import { type EveryEndpoint, withoutCredentials } from './every-endpoint.ts'
import { fieldsOf, withoutFiles, withParam } from './invalid-values.ts'
import { testSeed } from './seed.ts'

const texts = [
  'abc',
  '-1',
  '0',
  '1.5',
  '9'.repeat(20),
  '1e400',
  'NaN',
  '[]',
  '{}',
  '%',
  '2024-13-45',
  ',',
  'é'.repeat(50),
]
const values: readonly unknown[] = [
  true,
  -1,
  1e300,
  'abc',
  '',
  'a\0b',
  [],
  {},
  [null],
  [[]],
  { a: { b: [1] } },
  '\ud800',
]
const inherited = ['constructor', '__proto__']

interface WrongCall {
  readonly what: string
  readonly example: Example
}

/** Returns two calls per endpoint; with `npm run fuzz`, which has the time, two per value. */
export function wrongCalls(entry: EveryEndpoint): readonly WrongCall[] {
  const draw = drawFrom(entry.title)
  const all = [...everyWrongCall(entry, draw)]
  return process.env.GATEHOUSE_FUZZ_SEED !== undefined || all.length < 3 ? all : [draw(all), draw(all)]
}

function* everyWrongCall(entry: EveryEndpoint, draw: Draw): Generator<WrongCall> {
  const { endpoint } = entry
  const example = withoutFiles(withoutCredentials(entry))
  for (const name of Object.keys(endpoint.params))
    for (const text of [draw(inherited), draw(texts)]) {
      if (pathNames(endpoint.path).includes(name) && /^\.*$/.test(text)) continue
      yield { what: `${name}=${text.slice(0, 60)}`, example: withParam(example, name, text) }
    }
  if (endpoint.body === undefined) return
  const fields = fieldsOf(example)
  const withBody = (name: string, value: unknown): WrongCall => ({
    what: `${name}: ${JSON.stringify(value).slice(0, 100)}`,
    example: { ...example, body: { ...fields, [name]: value } },
  })
  for (const name of new Set([...Object.keys(endpoint.body.fields ?? {}), ...Object.keys(fields)]))
    for (const value of [null, draw([...values, ...inherited])]) yield withBody(name, value)
  for (const [name, value] of Object.entries(fields)) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first !== 'object' || first === null) continue
    for (const member of Object.keys(first))
      for (const wrong of [null, draw([...values, ...inherited])]) {
        const changed = { ...first, [member]: wrong }
        yield withBody(name, Array.isArray(value) ? [changed] : changed)
      }
  }
}

type Draw = <T>(from: readonly T[]) => T

/** Draws by the seed and the title, so that other endpoints have no effect here. */
function drawFrom(title: string): Draw {
  let state = [...title].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, testSeed >>> 0)
  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const drawn = from[Math.floor((state / 2 ** 32) * from.length)]
    if (drawn === undefined) throw new Error('there is nothing to draw from')
    return drawn
  }
}
