import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadInSteps } from './load-in-steps.ts'

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-steps-'))
after(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, source: string): Promise<URL> {
  await writeFile(join(folder, name), source)
  return pathToFileURL(join(folder, name))
}

/** Modules that take 20 ms each, and note in a global when they run. */
const slow = (name: string) => `
const until = performance.now() + 20
while (performance.now() < until);
(globalThis.loadedModules ??= []).push('${name}')
export const value = '${name}'
`

test('Modules load in the order of their imports, with a tick between them', async () => {
  await write('leaf.ts', slow('leaf'))
  await write('types.ts', slow('types'))
  await write('side.ts', slow('side'))
  await write(
    'middle.ts',
    `export {\n  value,\n} from './leaf.ts'\nimport './side.ts'\nimport type { T } from './types.ts'\n${slow('middle').replace('export', '')}`,
  )
  const entry = await write(
    'entry.ts',
    `import { value as middle } from './middle.ts'\n${slow('entry')}\nexport const entry = middle`,
  )
  let ticks = 0
  let immediate = setImmediate(function count() {
    ticks++
    immediate = setImmediate(count)
  })
  const loaded: string[] = []
  Object.assign(globalThis, { loadedModules: loaded })
  await loadInSteps(entry).finally(() => clearImmediate(immediate))
  assert.deepEqual(loaded, ['leaf', 'side', 'middle', 'entry'])
  assert.ok(ticks >= loaded.length - 1, `${ticks} ticks for ${loaded.length} modules of 20 ms`)
  assert.equal((await import(entry.href)).entry, 'leaf')
  assert.equal(loaded.length, 4)
})

test('Modules that import each other are loaded once', async () => {
  await write('other.ts', `import { first } from './first.ts'\nexport const other = () => first`)
  const first = await write('first.ts', `import { other } from './other.ts'\nexport const first = () => other`)
  await loadInSteps(first)
  assert.equal(typeof (await import(first.href)).first()(), 'function')
})

test('A module that throws rejects with what it threw', async () => {
  const entry = await write('broken.ts', `throw new Error('not today')`)
  await assert.rejects(loadInSteps(entry), /not today/)
})
