// The key of the signed-in user, kept in this tab only.
import { connect, type Gateway, GatewayError } from '../../client/mod.ts'

const storageKey = 'gatehouse-key'

export function storedKey(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined
}

export function keep(key: string): void {
  sessionStorage.setItem(storageKey, key)
}

export function forget(): void {
  sessionStorage.removeItem(storageKey)
}

/** The client of the signed-in user. */
export function client(key: string): Gateway {
  return connect({ url: location.origin, key, retries: 0 })
}

/** The message shown for a failed call. */
export function sentence(error: unknown): string {
  if (error instanceof GatewayError) return `${error.message} (${error.code ?? error.status})`
  return error instanceof Error ? error.message : 'Something failed.'
}
