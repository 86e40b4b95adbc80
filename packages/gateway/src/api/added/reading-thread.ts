// The thread that reads documents, and makes the pages and clients of added APIs. It may need seconds and hundreds of
// megabytes, and ends when it needs more.
import { present } from '#define/present'
import { clientFileOf, openApiOf, openApiOfAll } from '#derive'
import { DescriptionRefused, type ReadOptions, readDescription } from '#descriptions'
import { serveTasks } from '#provider/run'
import { apiPage } from '../docs/api-page.ts'
import { framed } from '../docs/frame.ts'
import { type Difference, differences } from './differences.ts'
import { loadedOf, type Source } from './loaded-of.ts'
import { pack, unpack } from './packed.ts'

interface ReadingTask {
  readonly kind: 'read'
  /** The document, UTF-8. */
  readonly document: Uint8Array
  readonly options: ReadOptions
  /** The packed description that the document replaces. */
  readonly previous: Uint8Array | undefined
}
export type ReadingResult =
  | { readonly packed: Uint8Array; readonly title: string; readonly changes: readonly Difference[] }
  | { readonly refused: { readonly pointer: string; readonly reason: string } }

interface Served {
  readonly serverUrl: string
  readonly version: string
}
/** Makes the OpenAPI document of an added API. */
interface DocumentTask extends Served {
  readonly kind: 'document'
  readonly source: Source
}
/** Makes the reference page of an added API. */
interface ReferenceTask {
  readonly kind: 'reference'
  readonly source: Source
  /** The frame around the page. */
  readonly frame: string
  readonly address: string
}
/** Adds added APIs to the OpenAPI document of all built-in ones. */
interface AllTask extends Served {
  readonly kind: 'all'
  readonly builtIn: string
  readonly sources: readonly Source[]
}
/** Makes the source of the typed client of added APIs. */
interface ClientTask {
  readonly kind: 'client'
  readonly sources: readonly Source[]
}
/** A task of the thread. */
export type Task = ReadingTask | DocumentTask | ReferenceTask | AllTask | ClientTask

serveTasks((task: Task) => {
  switch (task.kind) {
    case 'read':
      return read(task)
    case 'document':
      return documentOf(task)
    case 'reference':
      return referenceOf(task)
    case 'all':
      return documentOfAll(task)
    case 'client':
      return clientOf(task)
  }
})

async function read({ document, options, previous }: ReadingTask): Promise<ReadingResult> {
  try {
    const description = await readDescription(textOf(document), options)
    const changes = previous ? differences(await unpack(previous), description) : []
    return { packed: pack(description), title: description.title, changes }
  } catch (error) {
    if (!(error instanceof DescriptionRefused)) throw error
    return { refused: { pointer: error.pointer, reason: error.reason } }
  }
}

function textOf(document: Uint8Array): string {
  try {
    // removes a byte order mark
    return new TextDecoder('utf-8', { fatal: true }).decode(document)
  } catch {
    throw new DescriptionRefused('', 'The document is not UTF-8. Save it as UTF-8.')
  }
}

async function documentOf({ source, serverUrl, version }: DocumentTask): Promise<Uint8Array> {
  const { api, examples } = await loadedOf(source)
  return Buffer.from(JSON.stringify(openApiOf(api, { serverUrl, version, examples })))
}

async function referenceOf({ source, frame, address }: ReferenceTask): Promise<Uint8Array> {
  const loaded = await loadedOf(source)
  const page = await apiPage({ ...loaded, listing: present(loaded.api.listings[0]), address })
  return Buffer.from(framed(frame, page))
}

interface DocumentOfAll {
  readonly tags: readonly object[]
  readonly paths: object
  readonly components: { readonly schemas: object }
}

async function documentOfAll({ builtIn, sources, ...served }: AllTask): Promise<Uint8Array> {
  const all: DocumentOfAll = JSON.parse(builtIn)
  const loaded = []
  for (const source of sources) loaded.push(await loadedOf(source))
  // the document has the form that it declares
  const added = (await openApiOfAll(loaded, served)) as DocumentOfAll
  const schemas = { ...all.components.schemas, ...added.components.schemas }
  return Buffer.from(
    JSON.stringify({
      ...all,
      tags: [...all.tags, ...added.tags],
      paths: { ...all.paths, ...added.paths },
      components: { ...all.components, schemas },
    }),
  )
}

async function clientOf({ sources }: ClientTask): Promise<Uint8Array> {
  const apis = []
  for (const source of sources) apis.push((await loadedOf(source)).api)
  return Buffer.from(clientFileOf(apis))
}
