// The content of an inventory from any source: one entry per stack, without prices.

export interface Holding {
  readonly assetId: string
  readonly classId: string
  readonly instanceId: string
  readonly amount: number
  readonly marketHashName: string
  readonly name: string
  readonly type: string | null
  readonly rarity: string | null
  readonly wearName: string | null
  readonly image: string | null
  readonly tradable: boolean
  readonly marketable: boolean
  readonly wear: number | undefined
  readonly seed: number | undefined
  readonly phase: string | undefined
  readonly stickers: readonly { readonly name: string | null; readonly image: string | null }[]
  readonly inspectLink: string | undefined
  /** Unmasked hex digits, if the item has a certificate. */
  readonly certificate: string | undefined
}
export interface Holdings {
  readonly steamId: string
  readonly items: readonly Holding[]
  /** True if the account holds more than was read. */
  readonly truncated: boolean
  /** Milliseconds since the epoch. */
  readonly readAt: number
  readonly simulated: boolean
}
