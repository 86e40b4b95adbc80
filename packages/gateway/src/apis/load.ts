// Finds and loads the API folders. No API is named here: a folder with an `api.ts` is an API.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Api, Examples, Live, Provider } from '#define'

/** The folder that holds one folder per API. */
export const apisFolder = fileURLToPath(new URL('../../../../apis/', import.meta.url))

export interface LoadedApi {
  readonly api: Api
  readonly provider: Provider | undefined
  readonly live: Live
  readonly examples: Examples
  /** Address of the API's folder, with a final slash, for threads to load it; unset for APIs made in memory. */
  readonly folder?: string
  /** For the operator's endpoints of an API: that API, whose provider answers them. */
  readonly partOf?: string
}

/**
 * Loads every API folder in order of name, or only the one named `only`. Throws when a folder is not named like its
 * slug, or two listings share a slug.
 */
export async function loadApis(folder = apisFolder, only?: string): Promise<LoadedApi[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'api.ts')))
    .map((entry) => entry.name)
    .filter((name) => only === undefined || name === only)
    .sort()
  const loaded = await Promise.all(names.map((name) => loadApi(join(folder, name), name)))
  refuseDuplicates(loaded)
  return loaded
}

async function loadApi(folder: string, name: string): Promise<LoadedApi> {
  const api: Api = (await load(folder, 'api.ts')).default
  if (api.slug !== name) throw new Error(`apis/${name}: the slug is ${api.slug}; folder and slug must be the same`)
  const live: Live = existsSync(join(folder, 'live.ts')) ? (await load(folder, 'live.ts')).default : {}
  const provider: Provider | undefined = existsSync(join(folder, 'provider.ts'))
    ? (await load(folder, 'provider.ts')).default
    : undefined
  const examples: Examples = (await load(folder, 'examples.ts')).examples
  return { api, provider, live, examples, folder: pathToFileURL(join(folder, '/')).href }
}

function load(folder: string, file: string) {
  return import(pathToFileURL(join(folder, file)).href)
}

/** The operator's endpoints of the loaded APIs, as APIs of their own. */
export function operatorApis(loaded: readonly LoadedApi[]): LoadedApi[] {
  return loaded.flatMap(({ api, provider }) => {
    const operator = provider?.operator
    return operator ? [{ api: operator.api, examples: operator.examples, provider, live: {}, partOf: api.slug }] : []
  })
}

function refuseDuplicates(loaded: readonly LoadedApi[]): void {
  const owners = new Map<string, string>()
  for (const { api } of loaded) {
    for (const { slug } of api.listings) {
      const owner = owners.get(slug)
      if (owner !== undefined) throw new Error(`the listing ${slug} is declared by ${owner} and by ${api.slug}`)
      owners.set(slug, api.slug)
    }
  }
}
