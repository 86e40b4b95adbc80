// Finds and loads the API folders. No API is named here: a folder with a module `api` is an API. In the build, where
// the same folders are, modules are JavaScript.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Api, Examples } from '#define'
import type { Live } from '#define/live'
import type { Provider } from '#define/reflect'
import { type Compared, type RouteTable, readCompared } from '#derive'
import { StartRefused } from './start-refused.ts'

/** The folder that holds one folder per API. */
export const apisFolder = fileURLToPath(new URL('../../../../apis/', import.meta.url))

export interface LoadedApi {
  readonly api: Api
  readonly provider: Provider | undefined
  readonly live: Live
  readonly examples: Examples
  /** The routes, if they are compiled already: those of an added API can be thousands. */
  readonly table?: RouteTable
  /** Address of the API's folder, with a final slash, for threads to load it; undefined for APIs created in memory. */
  readonly folder?: string
  /** The source that its embedded answers were compared with. */
  readonly compared?: Compared
  /** The API whose provider answers, for the operator's endpoints of an API. */
  readonly partOf?: string
}

/** Returns the names of the API folders, which are the slugs of the APIs, in order. */
export function apiNames(folder = apisFolder): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasModule(join(folder, entry.name), 'api'))
    .map((entry) => entry.name)
    .sort()
}

/**
 * Loads every API folder in order of name, or only those that `only` names. Throws StartRefused if it names none of
 * them, and another error if a folder is not named like its slug, or two listings share a slug.
 */
export async function loadApis(folder = apisFolder, only?: string | readonly string[]): Promise<LoadedApi[]> {
  const all = apiNames(folder)
  const wanted = only === undefined ? all : [only].flat()
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new StartRefused(`There is no API ${unknown.join(', ')} to serve. GATEHOUSE_APIS may name ${all.join(', ')}.`)
  const loaded = await Promise.all(
    all.filter((name) => wanted.includes(name)).map((name) => loadApi(join(folder, name), name)),
  )
  refuseDuplicates(loaded)
  return loaded
}

async function loadApi(path: string, name: string): Promise<LoadedApi> {
  const folder = pathToFileURL(join(path, '/')).href
  const api: Api = (await loadModule(folder, 'api')).default
  if (api.slug !== name) throw new Error(`apis/${name}: the slug is ${api.slug}; folder and slug must be the same`)
  const live: Live = hasModule(path, 'live') ? (await loadModule(folder, 'live')).default : {}
  const provider = hasModule(path, 'provider') ? await loadProvider(folder) : undefined
  const examples: Examples = (await loadModule(folder, 'examples')).examples
  const compared = comparedOf(path)
  return { api, provider, live, examples, folder, ...(compared && { compared }) }
}

/** Returns the content of `compared.json`, if there is one. */
function comparedOf(path: string): Compared | undefined {
  const file = join(path, 'compared.json')
  if (!existsSync(file)) return undefined
  try {
    return readCompared(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not valid: ${String(cause)}`, { cause })
  }
}

/** Returns the provider of the API whose folder has this address. */
export async function loadProvider(folder: string): Promise<Provider> {
  return (await loadModule(folder, 'provider')).default
}

const suffixes = ['.ts', '.js']

function hasModule(folder: string, name: string): boolean {
  return suffixes.some((suffix) => existsSync(join(folder, name + suffix)))
}

function loadModule(folder: string, name: string) {
  const [source = '', built = ''] = suffixes.map((suffix) => new URL(name + suffix, folder).href)
  return import(existsSync(fileURLToPath(source)) ? source : built)
}

/** Returns the operator's endpoints of the loaded APIs, as separate APIs. */
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
