// Documents in `<data>/apis/`, read at start: each becomes an API of this process under the name of its file. A file
// that is wrong is reported and left out, and so is one whose slug is taken.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '#define'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Providers } from '../../embedded/providers.ts'
import type { Log } from '../../process/log.ts'
import { loadedOf } from './loaded-of.ts'
import { defaultOptions } from './options.ts'
import { maxDocumentBytes, type ReadDocument } from './reading.ts'
import { isSlug } from './slugs.ts'

interface FileApisDeps {
  readonly dataDir: string
  readonly read: ReadDocument
  readonly served: ServedApis
  readonly providers: Pick<Providers, 'add'>
  readonly log: Log
}
interface FileApis {
  /** Reads the files and serves their APIs. */
  begin(): Promise<void>
  /** Fails with 'thing.conflict' for the slug of a file, which only the file changes. */
  refuse(slug: string): void
}

const form = /^(.+)\.(?:json|yaml|yml)$/
const mostFiles = 200

/** Creates the set; nothing is read before `begin`. */
export function createFileApis({ dataDir, read, served, providers, log }: FileApisDeps): FileApis {
  const folder = join(dataDir, 'apis')
  const paths = new Map<string, string>()

  async function serve(name: string): Promise<void> {
    const slug = form.exec(name)?.[1] ?? ''
    const path = join(folder, name)
    if (!isSlug(slug)) throw new Error('its name is not a slug: lower-case letters, digits and single hyphens')
    if (served.isBuiltIn(slug) || served.bySlug.has(slug)) throw new Error(`there is another API ${slug}`)
    if ((await stat(path)).size > maxDocumentBytes) throw new Error('it is longer than 32 MiB')
    const { packed } = await read({ document: await readFile(path), options: defaultOptions })
    const loaded = await loadedOf({ slug, packed, options: defaultOptions })
    providers.add(loaded.api, loaded.provider)
    served.put(loaded)
    paths.set(slug, path)
  }
  return {
    async begin() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => form.test(name)).sort()
      if (names.length > mostFiles) log.warn('only the first files are read', { folder, most: mostFiles })
      for (const name of names.slice(0, mostFiles))
        await serve(name).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          log.warn('a file does not become an API', { path: join(folder, name), reason })
        })
    },
    refuse(slug) {
      const path = paths.get(slug)
      if (path === undefined) return
      const reason = `${slug} comes from the file ${path}. Change or remove the file, and start the gateway again.`
      throw fail('thing.conflict', { reason })
    },
  }
}
