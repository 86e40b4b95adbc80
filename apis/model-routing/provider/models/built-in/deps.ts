// What the gateway's own models need from the gateway.
import type { ProviderKit } from '#define'

export type BuiltInDeps = Pick<ProviderKit, 'now' | 'ask' | 'log'>
