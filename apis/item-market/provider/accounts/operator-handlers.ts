// What the operator sets for accounts: the key of the Steam Web API.
import type { ProviderKit } from '#define'
import { webKeyName } from './steam-client.ts'

type Kit = Pick<ProviderKit, 'secrets'>

export async function storeWebKey({ body }: { body: { key: string } }, { secrets }: Kit) {
  await secrets.put(webKeyName, body.key)
  return { web_key_stored: true }
}
export async function forgetWebKey(_input: unknown, { secrets }: Kit) {
  await secrets.remove(webKeyName)
  return { web_key_stored: false }
}
