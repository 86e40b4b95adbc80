// `npm run pack`: makes `packed/` from the build: the folders `gatehouse` and `gatehouse-client`, which are the
// packages as npm installs them, their tarballs, the list of packages that the gateway runs with, and the sums of
// these. Nothing is published.
//
// The package of the gateway has the launcher and `dist/`, each at its place in the tree, and no sources. Nothing runs
// when it is installed. Its dependencies are those that the build names, at the versions that were tested.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { stampName } from '../packages/cli/build-if-changed.js'
import { leastNode } from '../packages/cli/bundled-node.js'
import { npm } from './npm.ts'
import { packTwice } from './pack-twice.ts'
import { root } from './run-tests.ts'
import { listMaterials } from './sbom.ts'

const testTypes = 'packages/cli/test-gateway.d.ts'
const mostBytes = 50_000_000
/** Code for browsers, which has no imports of packages any more. */
const builtConsole = 'dist/packages/console'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** Writes the package into a folder, which is replaced. Throws when it would be too large. */
export function writePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'packages/cli'), { recursive: true })
  cpSync(realpathSync(join(root, 'dist')), join(folder, 'dist'), { recursive: true })
  const plain = globSync('packages/cli/*.js', { cwd: root })
  buildClient(join(folder, 'packages/client/dist'))
  for (const path of [...plain, testTypes, 'LICENSE', 'README.md']) cpSync(join(root, path), join(folder, path))
  const manifest = manifestOf(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // times of sources, which differ from one clone to the next
  writeFileSync(join(folder, 'dist', stampName), `${manifest.version}\n`)
  const bytes = filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  if (bytes > mostBytes) throw new Error(`The package has ${bytes} bytes; at most ${mostBytes} are allowed.`)
}

/** Paths of the files below a folder, in order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Makes the tarball of a package in a folder, without the package's scripts. */
export function packTarball(from: string, to: string): void {
  // a clone has the modes that its user's mask leaves
  for (const path of filesBelow(from)) chmodSync(join(from, path), 0o644)
  npm(root, 'pack', from, '--pack-destination', to, '--offline', '--ignore-scripts', '--silent')
}

/** Time of the commit, or SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
function timeOfCommit(): Date {
  const { SOURCE_DATE_EPOCH: set } = process.env
  const seconds = set ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date(Number(seconds) * 1000)
}

/** Returns a line for each file of a folder, as `sha256sum -c` reads it. */
export function sumsOf(folder: string, names: readonly string[]): string {
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return names.map((name) => `${sumOf(name)}  ${name}\n`).join('')
}

/** Writes the package of the typed client into a folder, which is replaced. */
export function writeClient(folder: string): void {
  const sources = join(root, 'packages/client')
  rmSync(folder, { recursive: true, force: true })
  buildClient(join(folder, 'dist'))
  for (const name of ['LICENSE', 'README.md']) cpSync(join(sources, name), join(folder, name))
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Builds the typed client, its code and its types, into a folder. */
function buildClient(folder: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'packages/client/tsconfig.json'), '--outDir', folder])
}

function manifestOf(folder: string): Manifest & Record<'engines' | 'exports' | 'imports', object> {
  const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, bin, optionalDependencies } = own
  const code = globSync('dist/**/*.js', { cwd: folder, exclude: [builtConsole] }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  )
  // by name, as some are found by their address instead of an import
  const isNamed = (dependency: string) =>
    code.some((text) => text.includes(`"${dependency}"`) || text.includes(`"${dependency}/`))
  const dependencies = Object.fromEntries(
    Object.entries(own.dependencies).filter(([dependency]) => isNamed(dependency)),
  )
  const engines = { node: `>=${leastNode}` }
  const exports = {
    './test': { types: `./${testTypes}`, default: `./${testTypes.replace('.d.ts', '.js')}` },
    './package.json': './package.json',
  }
  // what `gatehouse/test` imports
  const imports = {
    '#client': { types: './packages/client/dist/mod.d.ts', default: './packages/client/dist/mod.js' },
  }
  const facts = { name, version, description, license, type }
  return { ...facts, engines, bin, exports, imports, dependencies, optionalDependencies }
}

function main(): void {
  const packed = join(root, 'packed')
  const [gateway, client] = [join(packed, 'gatehouse'), join(packed, 'gatehouse-client')]
  rmSync(packed, { recursive: true, force: true })
  writePackage(gateway)
  writeClient(client)
  for (const folder of [gateway, client]) packTarball(folder, packed)
  const { version } = JSON.parse(readFileSync(join(gateway, 'package.json'), 'utf8'))
  writeFileSync(join(packed, `gatehouse-${version}.cdx.json`), listMaterials(timeOfCommit()))
  const names = globSync('*.{tgz,json}', { cwd: packed }).sort()
  writeFileSync(join(packed, 'SHA256SUMS'), sumsOf(packed, names))
  console.log(`${names.join('\n')}\nSHA256SUMS\nare in ${packed}. Install a package with: npm install <file>`)
}

if (import.meta.main) {
  if (process.argv.includes('--twice')) console.log(`Two builds of this commit are equal:\n${packTwice()}`)
  else main()
}
