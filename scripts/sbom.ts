// The list of what a release consists of, a software bill of materials in CycloneDX: the packages of the lockfile that
// the gateway runs with, those that are part of the build included, each with its version, licence and checksum.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm } from './npm.ts'
import { root } from './run-tests.ts'

/** Builds, and is no part of what is built. */
const buildsOnly = /^(?:node_modules\/)?(?:esbuild$|@esbuild\/)/

interface Locked {
  readonly dev?: boolean
}
interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
}

/**
 * Returns the list, which is the same for the same commit: with this time, and a serial number that its content gives.
 * npm makes it from a lockfile without what tests and tools need: its option for that omits what both need as well.
 */
export function listMaterials(at: Date): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sbom-'))
  try {
    const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
    const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
    const manifest = runsWith(read('package.json'))
    const lock: Lock = read('package-lock.json')
    const needed = Object.entries(lock.packages).filter(
      ([path, { dev }]) => path !== '' && !dev && !buildsOnly.test(path),
    )
    write('package.json', manifest)
    write('package-lock.json', { ...lock, packages: { '': manifest, ...Object.fromEntries(needed) } })
    const printed = npm(folder, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
    const { serialNumber: _, ...list } = JSON.parse(printed)
    list.metadata.timestamp = at.toISOString()
    // npm writes the name of the folder
    list.metadata.component.name = manifest.name
    const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(list))}`
    return `${JSON.stringify({ ...list, serialNumber }, null, 2)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Manifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Returns the manifest without what only tests and tools, or the build, need. */
function runsWith({ devDependencies: _, ...manifest }: Manifest & { readonly devDependencies?: object }): Manifest {
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => !buildsOnly.test(name))
  return { ...manifest, dependencies: Object.fromEntries(dependencies) }
}

/** Returns a UUID of version 8 (RFC 9562), whose other bits are those of a checksum. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const marked = `${digits.slice(0, 12)}8${digits.slice(13, 16)}a${digits.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
