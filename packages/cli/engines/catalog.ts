// The engines that can be added: an `engine.json` beside the npm lockfile that pins its packages, in the folder of its
// API or among the shared ones.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Engine {
  readonly name: string
  readonly title: string
  readonly licence: string
  /** Slugs of the APIs that use the engine. */
  readonly for: readonly string[]
  /** Other engines that it runs on, of which one suffices; the first is added with it. */
  readonly needs: readonly string[]
  /** Files and folders to keep below `node_modules`; `{platform}` and `{arch}` are the machine's. */
  readonly keep: readonly string[]
  /** SHA-256 of files below `node_modules`, in hex. */
  readonly files: Readonly<Record<string, string>>
  /** Folder of the card and the lockfile. */
  readonly folder: string
}

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Lists the engines in alphabetical order. */
export function listEngines(projectFolder = root): Engine[] {
  const cards = globSync(['apis/*/engines/*/engine.json', 'packages/provider/engines/*/engine.json'], {
    cwd: projectFolder,
  })
  const engines = cards.map((path): Engine => {
    const card = join(projectFolder, path)
    return { ...JSON.parse(readFileSync(card, 'utf8')), folder: dirname(card) }
  })
  return engines.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the installation folder of an engine. */
export function folderOf(dataDir: string, name: string): string {
  return join(dataDir, 'engines', name)
}

export function isAdded(dataDir: string, { name }: Pick<Engine, 'name'>): boolean {
  return existsSync(join(folderOf(dataDir, name), 'node_modules'))
}
