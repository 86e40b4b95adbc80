// Engines that the operator adds with `gatehouse engines add`: npm packages of pinned versions below
// `<data>/engines/<name>/node_modules`. A card lists the files in use and their hashes.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { present } from '#define/present'

/** The content of an `engine.json`. Paths are below `node_modules`; `{platform}` and `{arch}` are the machine's. */
export interface EngineCard {
  readonly name: string
  readonly title: string
  readonly licence: string
  /** Slugs of the APIs that use the engine. */
  readonly for: readonly string[]
  /** Other engines that it runs on, of which one suffices. */
  readonly needs: readonly string[]
  /** Files and folders to keep after installation. */
  readonly keep: readonly string[]
  /** SHA-256 of the loaded files, in hex. Files for other platforms are not installed. */
  readonly files: Readonly<Record<string, string>>
}

/** Thrown for a file of an engine that is missing or differs from its card. */
export class EngineUnusable extends Error {
  override name = 'EngineUnusable'
}

/** Reads `engine.json` in a folder of this project. */
export function readEngineCard(folder: URL): EngineCard {
  return JSON.parse(readFileSync(new URL('engine.json', folder), 'utf8'))
}

/** True if the engine is installed; its files are checked when they are read. */
export function isInstalled(enginesFolder: string, { name }: EngineCard): boolean {
  return existsSync(join(enginesFolder, name, 'node_modules'))
}

export function engineFile(enginesFolder: string, { name }: Pick<EngineCard, 'name'>, path: string): string {
  return join(enginesFolder, name, 'node_modules', path)
}

/** Returns the version of a package of an engine; undefined if it is not installed. */
export function engineVersion(enginesFolder: string, card: Pick<EngineCard, 'name'>, name: string): string | undefined {
  try {
    const manifest = readFileSync(engineFile(enginesFolder, card, `${name}/package.json`), 'utf8')
    const { version }: { readonly version?: unknown } = JSON.parse(manifest)
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/** Reads a file of the card. Throws EngineUnusable unless its hash matches the card. */
export async function readEngineFile(enginesFolder: string, card: EngineCard, path: string): Promise<Buffer> {
  return readVerified(engineFile(enginesFolder, card, path), present(card.files[path]))
}

/** Reads a file. Throws EngineUnusable unless it exists and has this SHA-256. */
export async function readVerified(path: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new EngineUnusable(`${path} cannot be read`, { cause })
  })
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== sha256.toLowerCase()) throw new EngineUnusable(`${path} is not the file that was added: SHA-256 ${hash}`)
  return bytes
}
