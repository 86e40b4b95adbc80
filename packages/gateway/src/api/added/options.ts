// What the operator says about an API beside its document. Stored with the document, so that both can be read again.

/** The side that checks parameters and bodies. */
export const checkers = ['provider', 'gateway'] as const

export interface AddedOptions {
  readonly title?: string | undefined
  /** The base address of live calls, in place of those that the document names. */
  readonly base?: string | undefined
  /** Values of the variables in the document's base address. */
  readonly servers: Readonly<Record<string, string>>
  readonly check: (typeof checkers)[number]
  /** True if paths that the document does not name are forwarded too. */
  readonly open: boolean
  /** The security schemes whose keys are stored, if the document offers several. */
  readonly keys?: readonly string[] | undefined
  /** The header or query parameter for the key, and the address and scopes of tokens, in place of the document's. */
  readonly keyHeader?: string | undefined
  readonly keyQuery?: string | undefined
  readonly tokenUrl?: string | undefined
  readonly scopes?: string | undefined
}
export const defaultOptions: AddedOptions = { servers: {}, check: 'provider', open: false }

/** Returns options with those that are given: another place for the key replaces the previous. */
export function changedOptions(before: AddedOptions, given: Partial<AddedOptions>): AddedOptions {
  const places = ['keys', 'keyHeader', 'keyQuery', 'tokenUrl'] as const
  const isPlaced = places.some((name) => given[name] !== undefined)
  const { keys, keyHeader, keyQuery, tokenUrl, scopes, ...others } = before
  return isPlaced ? { ...others, ...given } : { ...before, ...given }
}

/** Reads stored options. */
export function readOptions(json: string): AddedOptions {
  return { ...defaultOptions, ...JSON.parse(json) }
}
