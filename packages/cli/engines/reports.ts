// What the APIs say of their engines: `engines/report.ts` of their folders, loaded when it is asked for.
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
/** As `#define` declares it; the command line imports nothing of the APIs. */
interface Report {
  present(folders: Folders): Promise<readonly Present[]>
  check?(folders: Folders): AsyncIterable<CheckedEngine>
}
export interface ApiReport {
  readonly slug: string
  present(): Promise<readonly Present[]>
  /** Undefined where engines have no figures. */
  readonly check: (() => AsyncIterable<CheckedEngine>) | undefined
}

/** The APIs that have engines, in alphabetical order. */
export async function loadReports(dataDir: string, projectFolder = root): Promise<ApiReport[]> {
  const reports: ApiReport[] = []
  for (const path of globSync('apis/*/engines/report.ts', { cwd: projectFolder }).sort()) {
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
