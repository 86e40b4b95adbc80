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
  /** True if live calls need the caller's own key at the provider. */
  readonly ownKey: boolean
  /** Describes the sample data of the embedded provider. */
  readonly sample?: string
  readonly operations: readonly IndexedOperation[]
}

/** Reads the list. Rejects if the gateway cannot be reached, or the response is of another kind. */
export async function readIndex(): Promise<readonly IndexedApi[]> {
  const response = await fetch('/docs/index.json')
  if (!response.ok) throw new Error(`the index answered ${response.status}`)
  const index: unknown = await response.json()
  if (!isIndex(index)) throw new Error('the index has another form')
  return index
}

let stored: Promise<readonly IndexedApi[]> | undefined

/** Returns one API of the list, which is read once; undefined if the gateway does not serve it. */
export async function readApi(slug: string): Promise<IndexedApi | undefined> {
  stored ??= readIndex()
  try {
    return (await stored).find((api) => api.slug === slug)
  } catch (error) {
    stored = undefined
    throw error
  }
}

/** Checks two members of each API only: the list comes from the gateway that serves this page. */
function isIndex(value: unknown): value is readonly IndexedApi[] {
  return Array.isArray(value) && value.every((api) => typeof api?.slug === 'string' && Array.isArray(api.operations))
}
