// What an operation does to the world, which decides who may call it and what is asked before.
import type { Endpoint } from '#define'

export type Effect = 'read' | 'write' | 'destroy' | 'spend'
export const effects = ['read', 'write', 'destroy', 'spend'] as const satisfies readonly Effect[]

/** By method: GET reads, DELETE destroys, everything else writes. */
export function effectOf({ method }: Endpoint): Effect {
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'destroy' : 'write'
}
