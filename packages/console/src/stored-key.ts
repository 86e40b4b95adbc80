// The key of the signed-in user, kept in this tab only.
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
