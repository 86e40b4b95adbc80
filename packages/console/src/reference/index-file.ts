// The list of APIs and operations that the gateway serves for the index of its reference.

export interface IndexedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Questions that the operation answers. */
  readonly asks?: readonly string[]
}
export interface IndexedApi {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly embedded: boolean
  readonly live: boolean
  /** Live calls need the caller's own key at the provider. */
  readonly ownKey: boolean
  /** What the sample data of the embedded provider is. */
  readonly sample?: string
  readonly operations: readonly IndexedOperation[]
}

/** Rejects when the gateway cannot be reached, or something else answers. */
export async function readIndex(): Promise<readonly IndexedApi[]> {
  const response = await fetch('/docs/index.json')
  if (!response.ok) throw new Error(`the index answered ${response.status}`)
  const index: unknown = await response.json()
  if (!isIndex(index)) throw new Error('the index has another form')
  return index
}

let stored: Promise<readonly IndexedApi[]> | undefined

/** One API of the list, which is read once; undefined when the gateway does not serve it. */
export async function readApi(slug: string): Promise<IndexedApi | undefined> {
  stored ??= readIndex()
  try {
    return (await stored).find((api) => api.slug === slug)
  } catch (error) {
    stored = undefined
    throw error
  }
}

/** The gateway that serves this page makes the list, so its first members say what the others are. */
function isIndex(value: unknown): value is readonly IndexedApi[] {
  return Array.isArray(value) && value.every((api) => typeof api?.slug === 'string' && Array.isArray(api.operations))
}
