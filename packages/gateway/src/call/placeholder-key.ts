// Placeholder provider keys: the first start stores them so that the embedded providers answer. They are never sent to
// a provider.
import { reveal, type Secret } from '../secret.ts'

export const placeholderPrefix = 'gatehouse-placeholder-'

export function isPlaceholder(key: Secret): boolean {
  return reveal(key).startsWith(placeholderPrefix)
}
