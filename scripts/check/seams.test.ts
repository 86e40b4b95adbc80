// Reaching into Node or a library is found in each form, and what is documented, or is the project's own, is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flagSeams, seamsIn } from './seams.ts'

const problemsOf = (text: string) => seamsIn({ path: 'a.ts', text })

for (const text of [
  'response._header = head',
  'const text = response._header',
  "Reflect.set(this, '_closed', true)",
  "Reflect.get(socket, '_httpMessage')",
  "Object.defineProperty(response, '_header', { value: 1 })",
  "socket['_handle'].fd",
  'const { _handle: handle } = socket',
  'const { a, ..._rest } = one, { b: c, _events } = socket',
  'process?._getActiveHandles()',
  "'_header' in response",
  'class A extends ServerResponse { _send() {} }',
  "Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser')",
  "socket[Symbol.for('undici.parser')]",
  "process.binding('fs')",
  "import http from 'node:internal/http'",
  "const server = await import('node:_http_server')",
  "import symbols from 'undici/lib/core/symbols.js'",
  "spawn('node', ['--expose-internals', 'a.js'])",
  "spawn('node', ['--allow-natives-syntax', 'a.js'])",
  'Socket.prototype.write = own',
  "ServerResponse.prototype['end'] = own",
  'Object.assign(Readable.prototype, { own })',
  "Object.defineProperty(Pool.prototype, 'own', { value: 1 })",
  "setFlagsFromString('--no-opt')",
  "v8.setFlagsFromString('--no-opt')",
])
  test(`refused: ${text}`, () => {
    const problems = problemsOf(`\n${text}`)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', /^a\.ts:2: /)
  })

for (const text of [
  'class A extends Writable { override _write() {} override _final() {} }',
  'const { _meta } = message; message._meta',
  'array.map((_one, index) => index)',
  "const own = Symbol('own'); one[own] = 1; one[Symbol.asyncIterator]()",
  'Object.getPrototypeOf(one) === Object.prototype',
  'Object.assign({}, one)',
  'Object.prototype.hasOwnProperty.call(one, two)',
  "setFlagsFromString('--max-semi-space-size=4')",
  "const name = '__proto__', text = 'internal/a'",
])
  test(`allowed: ${text}`, () => assert.deepEqual(problemsOf(text), []))

test('a script starts Node with documented flags and the size of the young generation only', () => {
  const scripts = {
    start: 'node --max-semi-space-size=8 --disable-warning=ExperimentalWarning a.js --no-cache',
    bench: 'node a.js && node --no-opt --max-lazy b.ts',
  }
  const problems = flagSeams(JSON.stringify({ scripts }))
  assert.equal(problems.length, 2)
  assert.match(problems[0] ?? '', /bench uses --no-opt/)
})
