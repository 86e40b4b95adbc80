// Permissions of one key over others of its account, never beyond its own. A key covers another if it may make every
// call of the other, from the same addresses and for as long.

import { createAddressBlocks } from '../../process/address-blocks.ts'
import { unitsOf } from './dollars.ts'
import type { KeyLimits } from './identify.ts'
import type { KeyInfo } from './keys.ts'
import type { Scope } from './scopes.ts'

/** The restrictions of a key. */
export type Grant = Pick<KeyInfo, 'scopes' | 'addresses' | 'limits' | 'expiresAt' | 'sandbox'>

/** Returns the reason why `holder` does not cover `other`, as the end of a sentence; undefined if it does. */
export function excessOf(other: Grant, holder: Grant): string | undefined {
  if (holder.sandbox !== null && other.sandbox !== holder.sandbox)
    return `its calls would leave the sandbox ${holder.sandbox} of the calling key`
  if (!coversScopes(holder.scopes, other.scopes)) return 'its scopes go beyond those of the calling key'
  if (!coversAddresses(holder.addresses, other.addresses))
    return 'it could be used from addresses that the calling key may not be used from'
  if (holder.expiresAt !== null && (other.expiresAt === null || other.expiresAt > holder.expiresAt))
    return 'it would outlive the calling key'
  if (holder.limits !== null && !coversLimits(holder.limits, other.limits))
    return 'it could make more calls, or spend more, than the calling key'
  return undefined
}

function coversLimits(holder: KeyLimits, other: KeyLimits | null): boolean {
  const within = (most: number | null, value: number | null = null) =>
    most === null || (value !== null && value <= most)
  if (!within(holder.perMinute, other?.perMinute) || !within(holder.perDay, other?.perDay)) return false
  const most = unitsOf(holder.usdPerDay ?? '')
  const spent = unitsOf(other?.usdPerDay ?? '')
  return most === undefined || (spent !== undefined && spent <= most)
}

function coversScopes(holder: readonly Scope[] | null, other: readonly Scope[] | null): boolean {
  if (holder === null) return true
  if (other === null) return false
  return other.every((scope) =>
    methodsOf(scope).every((method) => holder.some((own) => coversScope(own, { ...scope, method }))),
  )
}

/** Returns each method separately: several scopes can cover them together. */
function methodsOf({ methods }: Scope): readonly (string | undefined)[] {
  return methods ?? [undefined]
}

function coversScope(own: Scope, { slug, method, path }: Scope & { readonly method: string | undefined }): boolean {
  if (own.slug !== '*' && own.slug !== slug) return false
  if (own.methods && (method === undefined || !allowsMethod(own.methods, method))) return false
  return own.path === undefined || (path !== undefined && coversPath(own.path, path))
}

function allowsMethod(methods: readonly string[], method: string): boolean {
  return methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** Reports whether a path covers another. Paths match as in scopes.ts: a prefix ends where a segment ends. */
function coversPath(own: string, other: string): boolean {
  if (!own.endsWith('*')) return own === other
  const prefix = trimmed(own)
  const path = other.endsWith('*') ? trimmed(other) : other
  return path === prefix || path.startsWith(`${prefix}/`)
}

function trimmed(pattern: string): string {
  return pattern.slice(0, -1).replace(/\/$/, '')
}

function coversAddresses(holder: readonly string[] | null, other: readonly string[] | null): boolean {
  if (holder === null) return true
  if (other === null) return false
  return other.every((entry) => holder.some((own) => coversBlock(own, entry)))
}

/** Reports whether a block covers another, both in the form of `createAddressBlocks`. */
function coversBlock(own: string, other: string): boolean {
  const [address = '', bits] = other.split('/')
  const [, ownBits] = own.split('/')
  const longest = address.includes(':') ? 128 : 32
  return Number(bits ?? longest) >= Number(ownBits ?? longest) && createAddressBlocks([own]).has(address)
}
