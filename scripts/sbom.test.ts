// The list of packages in a release is valid CycloneDX, whole, and the same for the same commit.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { root } from './run-tests.ts'
import { listMaterials } from './sbom.ts'

const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

const at = new Date('2026-06-01T12:00:00Z')
let list = ''
before(() => {
  list = listMaterials(at)
})

test('the list is valid by the schema of CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5)
  assert.equal(await validator.validate(list), null)
  const { components, ...without } = JSON.parse(list)
  assert.ok(await validator.validate(JSON.stringify({ ...without, components: [{ name: 'no type' }] })))
})

test('it has every package that runs, with its licence and checksum, and none of tests or tools', () => {
  const { components, metadata } = JSON.parse(list)
  const { dependencies, devDependencies, optionalDependencies, version } = readJson('package.json')
  assert.deepEqual([metadata.component.name, metadata.component.version], ['gatehouse', version])
  const listed = new Map<string, { version: string; licenses?: unknown[]; hashes?: unknown[] }>(
    components.map((component: { name: string; version: string }) => [component.name, component]),
  )
  assert.ok(listed.size > 60)
  for (const [name, wanted] of Object.entries({ ...dependencies, ...optionalDependencies }))
    if (name === 'esbuild') assert.ok(!listed.has(name))
    else assert.equal(listed.get(name)?.version, wanted, name)
  const { packages } = readJson('package-lock.json')
  for (const name of Object.keys(devDependencies))
    if (packages[`node_modules/${name}`].dev) assert.ok(!listed.has(name), name)
  for (const [name, { licenses, hashes }] of listed) assert.ok(licenses?.length && hashes?.length, name)
})

test('its time is that of the commit, and a second list is the same', () => {
  assert.equal(JSON.parse(list).metadata.timestamp, at.toISOString())
  assert.equal(listMaterials(at), list)
})
