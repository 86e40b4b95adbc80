// Decides whether a call uses the stored key of an endpoint that declares one.

import { present } from '#define/present'
import type { OwnKey } from '#define/reflect'
import type { RoutedCall } from './call.ts'
import { ownKeyForm } from './identify.ts'

/**
 * Reports whether the call uses the stored key. Where callers can write their own key, only the stand-in and a gateway
 * key mean the stored one.
 */
export function takesStoredKey({ route, pathValues }: RoutedCall, { places, standIn }: OwnKey): boolean {
  if (standIn === undefined) return true
  const inPath = places.find((place) => place.in === 'path')
  if (!inPath) return true
  const at = route.names.indexOf(inPath.name)
  if (at < 0) return false
  const value = present(pathValues[at])
  return value === standIn || ownKeyForm.test(value)
}
