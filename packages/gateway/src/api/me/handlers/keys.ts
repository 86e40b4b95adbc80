// Handlers of the account's own keys.
import type { Call, HandlersFor } from '#define'
import type { KeyInfo } from '../../../account/keys/keys.ts'
import { reveal } from '../../../process/secret.ts'
import { keyView, revokedView, shownOnce } from '../../accounts/key-views.ts'
import type { KeyHolder, OwnKeys } from '../../accounts/own-keys.ts'
import type { keyEndpoints } from '../endpoints/keys.ts'

type KeyEndpoints = typeof keyEndpoints

export function keyHandlers(keys: OwnKeys): HandlersFor<KeyEndpoints, keyof KeyEndpoints> {
  return {
    async listKeys(search, call) {
      const { keys: rows, ...page } = await keys.list(holderOf(call), search)
      return { keys: rows.map((row) => viewOf(row, call)), ...page }
    },
    async createKey({ body: { surface = 'hosted', ...order } }, call) {
      const { id, key } = await keys.create(holderOf(call), { ...order, surface })
      return shownOnce({ id, key: reveal(key) }, 201)
    },
    getKey: async ({ key }, call) => viewOf(await keys.get(holderOf(call), key), call),
    updateKey: async ({ key, body }, call) => viewOf(await keys.update(holderOf(call), key, body), call),
    async rotateKey({ key: id, graceMs }, call) {
      const { key } = await keys.rotate(holderOf(call), id, graceMs)
      return shownOnce({ id, key: reveal(key) }, 200)
    },
    revokeKey: async ({ key, withMade }, call) => revokedView(await keys.revoke(holderOf(call), key, { withMade })),
  }
}

function holderOf({ account, key }: Call): KeyHolder {
  return { account, key }
}

function viewOf(key: KeyInfo, call: Call) {
  const { account: _, ...view } = keyView(key)
  return { ...view, current: key.id === call.key }
}
