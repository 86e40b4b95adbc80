// Generates all files that follow from the declarations, as strings by path. generate.ts writes and compares them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Api, Examples } from '#define'
import { errors } from '#define/reflect'
import { clientIndexOf, clientSourceOf } from '../packages/derive/client-source.ts'
import { errorsMarkdown, indexMarkdown, markdownOf } from '../packages/derive/markdown.ts'
import { openApiOf } from '../packages/derive/openapi.ts'
import { loadApis, operatorApis } from '../packages/gateway/src/process/load-apis.ts'
import { readmeWith } from './readme-table.ts'
import { settingsDocument, settingsPath } from './settings-document.ts'

/** The data of one API for the generators. */
interface DocumentedApi {
  readonly api: Api
  readonly examples: Examples
  /** True if the API has an embedded provider. */
  readonly embedded: boolean
}

/** The folders of generated files. */
export const generatedFolders = ['docs/openapi', 'docs/reference', 'packages/client/generated'] as const

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns every API of the project: the folders under apis/, and the gateway's own APIs. */
export async function documentedApis(): Promise<DocumentedApi[]> {
  const loaded = await loadApis()
  const hosted = loaded.map(({ api, examples, provider }) => ({ api, examples, embedded: provider !== undefined }))
  const own = await Promise.all(['me', 'admin'].map((name) => ownApi(join(root, 'packages/gateway/src/api', name))))
  const operator = operatorApis(loaded).map(({ api, examples }) => ({ api, examples, embedded: false }))
  return [...hosted, ...operator, ...own.flat()]
}

async function ownApi(folder: string): Promise<DocumentedApi[]> {
  const file = join(folder, 'api.ts')
  if (!existsSync(file)) return []
  const api: Api = (await import(pathToFileURL(file).href)).default
  const examplesFile = join(folder, 'examples.ts')
  const examples: Examples = existsSync(examplesFile) ? (await import(pathToFileURL(examplesFile).href)).examples : {}
  return [{ api, examples, embedded: false }]
}

/** Returns file contents by path below the project's folder; equal declarations give equal contents. */
export function generatedFiles(documented: readonly DocumentedApi[]): Map<string, string> {
  const files = new Map<string, string>()
  const version = versionOfProject()
  for (const { api, examples } of documented) {
    const document = openApiOf(api, { serverUrl: serverUrlOf(api), version, examples })
    files.set(`docs/openapi/${api.slug}.json`, `${JSON.stringify(document, null, 2)}\n`)
    files.set(`docs/reference/${api.slug}.md`, markdownOf(api, examples))
    files.set(`packages/client/generated/${api.slug}.ts`, clientSourceOf(api))
  }
  files.set('docs/reference/README.md', indexMarkdown(documented))
  files.set('README.md', readmeWith(readFileSync(join(root, 'README.md'), 'utf8'), documented))
  files.set(settingsPath, settingsDocument())
  files.set('docs/reference/errors.md', errorsMarkdown(errors))
  files.set('packages/client/generated/apis.ts', clientIndexOf(documented.map(({ api }) => api)))
  return files
}

/** Returns the address of a first start with default settings. */
function serverUrlOf(api: Api): string {
  return api.surface.keys === 'market' ? 'http://127.0.0.1:8788' : 'http://127.0.0.1:8787'
}

function versionOfProject(): string {
  const manifest: { version?: unknown } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return String(manifest.version)
}
