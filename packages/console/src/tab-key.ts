// The gateway key of the signed-in account, stored in this tab only.
const storageKey = 'gatehouse-key'

export function tabKey(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined
}

export function keepTabKey(key: string): void {
  sessionStorage.setItem(storageKey, key)
}

export function forgetTabKey(): void {
  sessionStorage.removeItem(storageKey)
}
