// The key of whoever is signed in. It is kept in this tab only.
import { connect, type Gateway, GatewayError } from '../../client/mod.ts'

const place = 'gatehouse-key'

export function storedKey(): string | undefined {
  return sessionStorage.getItem(place) ?? undefined
}

export function keep(key: string): void {
  sessionStorage.setItem(place, key)
}

export function forget(): void {
  sessionStorage.removeItem(place)
}

/** The client of whoever is signed in. */
export function client(key: string): Gateway {
  return connect({ url: location.origin, key, retries: 0 })
}

/** What is shown of a failed call. */
export function sentence(error: unknown): string {
  if (error instanceof GatewayError) return `${error.message} (${error.code ?? error.status})`
  return error instanceof Error ? error.message : 'Something failed.'
}
