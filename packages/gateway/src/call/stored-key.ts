// Whether a call takes the stored key where its endpoint declares one.
import type { OwnKey } from '#define'
import type { RoutedCall } from './call.ts'
import { ownKeyForm } from './identify.ts'

/** Where callers may write a key of their own, only the stand-in and a key of the gateway mean the stored one. */
export function takesStoredKey({ route, pathValues }: RoutedCall, { in: location, name, standIn }: OwnKey): boolean {
  if (location !== 'path' || standIn === undefined) return true
  const value = pathValues[route.names.indexOf(name)] ?? ''
  return value === standIn || ownKeyForm.test(value)
}
