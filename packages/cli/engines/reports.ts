// The APIs' reports on their engines: the module `engines/report` of their folders, loaded on demand.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './catalog.ts'

interface Folders {
  readonly enginesFolder: string
  readonly modelsFolder: string
  readonly filesFolder: string
  readonly config: unknown
}
interface Present {
  readonly name: string
  readonly version: string | undefined
  readonly folder: string | undefined
  readonly serves: string
}
export interface CheckedEngine {
  readonly name: string
  readonly serves: string
  readonly figures: Readonly<Record<string, number>>
}
/** Mirrors the declaration in `#define`; the command line imports nothing of the APIs. */
interface Report {
  present(folders: Folders): Promise<readonly Present[]>
  check?(folders: Folders): AsyncIterable<CheckedEngine>
}
interface ApiReport {
  readonly slug: string
  present(): Promise<readonly Present[]>
  /** Undefined for engines without figures. */
  readonly check: (() => AsyncIterable<CheckedEngine>) | undefined
}

/** Loads the reports of the APIs that have engines, in alphabetical order. */
export async function loadReports(dataDir: string, projectFolder = root): Promise<ApiReport[]> {
  const reports: ApiReport[] = []
  for (const path of globSync('apis/*/engines/report.{ts,js}', { cwd: projectFolder }).sort()) {
    const [, slug = ''] = path.split(/[\\/]/)
    const { default: report }: { default: Report } = await import(pathToFileURL(join(projectFolder, path)).href)
    const folders = () => foldersOf(dataDir, slug)
    const { check } = report
    reports.push({
      slug,
      present: async () => report.present(folders()),
      check: check && (() => check(folders())),
    })
  }
  return reports
}

function foldersOf(dataDir: string, slug: string): Folders {
  const config = join(dataDir, 'config', `${slug}.json`)
  return {
    enginesFolder: resolve(dataDir, 'engines'),
    modelsFolder: resolve(dataDir, 'models', slug),
    filesFolder: resolve(dataDir, 'files', slug),
    config: existsSync(config) ? JSON.parse(readFileSync(config, 'utf8')) : undefined,
  }
}
