// Engines that the operator adds with `gatehouse engines add`: npm packages of pinned versions below
// `<data>/engines/<name>/node_modules`, of which a card names the files that are used and their hashes.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What an `engine.json` says. Paths are below `node_modules`; `{platform}` and `{arch}` stand for the machine's. */
export interface EngineCard {
  readonly name: string
  readonly title: string
  readonly licence: string
  /** Slugs of the APIs that it serves. */
  readonly for: readonly string[]
  /** Other engines it runs on, of which one is enough. */
  readonly needs: readonly string[]
  /** Files and folders that are kept. */
  readonly keep: readonly string[]
  /** SHA-256 of the files that are loaded, in hex. Those of other platforms are not installed. */
  readonly files: Readonly<Record<string, string>>
}

/** A file of an engine that is missing or not what its card says. */
export class EngineUnusable extends Error {
  override name = 'EngineUnusable'
}

/** Reads `engine.json` of a folder of this project. */
export function readEngineCard(folder: URL): EngineCard {
  return JSON.parse(readFileSync(new URL('engine.json', folder), 'utf8'))
}

/** Whether the engine is there; its files are checked when they are read. */
export function isInstalled(enginesFolder: string, { name }: EngineCard): boolean {
  return existsSync(join(enginesFolder, name, 'node_modules'))
}

export function engineFile(enginesFolder: string, { name }: Pick<EngineCard, 'name'>, path: string): string {
  return join(enginesFolder, name, 'node_modules', path)
}

/** The version of a package of an engine; undefined where it is not there. */
export function engineVersion(enginesFolder: string, card: Pick<EngineCard, 'name'>, name: string): string | undefined {
  try {
    const manifest = readFileSync(engineFile(enginesFolder, card, `${name}/package.json`), 'utf8')
    const { version }: { readonly version?: unknown } = JSON.parse(manifest)
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/** The bytes of a file of the card. Throws EngineUnusable unless they have the hash that the card says. */
export async function readEngineFile(enginesFolder: string, card: EngineCard, path: string): Promise<Buffer> {
  return readVerified(engineFile(enginesFolder, card, path), card.files[path] ?? '')
}

/** The bytes of a file. Throws EngineUnusable unless it is there and has this SHA-256. */
export async function readVerified(path: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new EngineUnusable(`${path} cannot be read`, { cause })
  })
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== sha256.toLowerCase()) throw new EngineUnusable(`${path} is not the file that was added: SHA-256 ${hash}`)
  return bytes
}
