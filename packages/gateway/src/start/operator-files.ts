// The operator's files for single APIs, `<data>/config/<slug>.json`, for configuration that does not fit into a
// setting, such as a list of upstreams. Each API defines the contents of its file.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiNames } from '../process/load-apis.ts'
import { StartRefused } from '../process/start-refused.ts'

const maxFileLength = 1024 * 1024

/**
 * Reads all the files once. Throws StartRefused for a file that is not JSON, is too long, or is not named after an API.
 */
export async function readOperatorFiles(
  dataDir: string,
  loaded: readonly { readonly api: { readonly slug: string } }[],
): Promise<(slug: string) => unknown> {
  const folder = join(dataDir, 'config')
  const slugs = new Set(loaded.map(({ api }) => api.slug))
  const files = new Map<string, unknown>()
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.json')) continue
    const slug = name.slice(0, -'.json'.length)
    const path = join(folder, name)
    // of an API that this gateway does not serve
    if (!slugs.has(slug) && apiNames().includes(slug)) continue
    if (!slugs.has(slug))
      throw new StartRefused(`${path} is not named after an API. Name it after the API's slug, or remove it.`)
    files.set(slug, parse(path, await readFile(path, 'utf8')))
  }
  return (slug) => files.get(slug)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function parse(path: string, content: string): unknown {
  if (content.length > maxFileLength) throw new StartRefused(`${path} is longer than 1 MiB.`)
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw new StartRefused(`${path} is not JSON: ${cause instanceof Error ? cause.message : ''}. Correct or remove it.`)
  }
}
