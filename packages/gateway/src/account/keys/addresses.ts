// The addresses from which a key may be used.
import { fail } from '#define'
import { type AddressBlocks, createAddressBlocks, InvalidAddress } from '../../process/address-blocks.ts'

const maxEntries = 100

/** Reports whether the caller may call from `address`. If there is a list, anything but an IP address is refused. */
export function allowsAddress(caller: { readonly addresses: AddressBlocks | null }, address: string): boolean {
  return caller.addresses === null || caller.addresses.has(address)
}

/**
 * Parses untrusted addresses and CIDR blocks, e.g. ["192.0.2.7", "2001:db8::/32"]; null means no restriction. Fails
 * with 'input.invalid'.
 */
export function readAddresses(value: unknown): AddressBlocks | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > maxEntries)
    throw refusal(`addresses is a list of 1 to ${maxEntries} addresses, or null for no restriction`)
  try {
    return createAddressBlocks(value.map((entry: unknown) => (typeof entry === 'string' ? entry : '')))
  } catch (error) {
    throw error instanceof InvalidAddress ? refusal(error.message) : error
  }
}

function refusal(problems: string): Error {
  return fail('input.invalid', { problems })
}
