// Serves skins by uuid, id and page, and the textures themselves.
import { type Call, type HandlersFor, refuse, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Accounts } from '../accounts.ts'
import { refused, skinNotFound } from '../errors.ts'
import type { Sample } from '../sample/sample.ts'
import { boundKeyWait, type Signer } from '../signing/signer.ts'
import { plainUuid } from '../uuid.ts'
import { listByAnchor, listByNumber } from './list.ts'
import { countUp, type Kit, type SkinRow, skinById, skinByUuid, textureByHash } from './store.ts'
import { sampleHeadersOf, signedSkin, skinView } from './view.ts'

interface SkinDeps {
  readonly kit: Kit
  readonly accounts: Accounts
  readonly sample: Sample
  readonly signer: Signer
}
type SkinEndpoint = 'skinById' | 'skinByUuid' | 'listSkins' | 'texture' | 'publicKeys'

const cached = { 'cache-control': 'public, max-age=3600' }
const idIsDeprecated = 'Use /get/uuid/{uuid} instead.'

export function createSkinHandlers(deps: SkinDeps): HandlersFor<typeof endpoints, SkinEndpoint> {
  const { kit, accounts, sample, signer } = deps

  /** Returns the skin and counts the view. */
  async function viewed(row: SkinRow | undefined, { request }: Call) {
    if (!row) throw skinNotFound()
    const signed = await boundKeyWait(signedSkin(deps, row, request.baseUrl))
    await countUp(kit.db, row, 'views')
    return { view: skinView(signed, request.baseUrl), headers: { ...cached, ...sampleHeadersOf([row]) } }
  }

  return {
    async skinByUuid({ uuid }, call) {
      if (uuid.length < 32 || uuid.length > 36) throw refused(400, 'invalid uuid')
      await accounts.ensure(call.account)
      const { view, headers } = await viewed(await skinByUuid(kit.db, call.account, plainUuid(uuid)), call)
      return reply(view, { headers })
    },

    async skinById({ id }, call) {
      const text = String(id)
      if (text.length === 32 || text.length === 36) {
        const location = `${call.request.baseUrl}/get/uuid/${encodeURIComponent(text)}`
        throw refuse(301, { redirect: location }, { location })
      }
      const number = Number.parseInt(text, 10)
      if (Number.isNaN(number)) throw refused(400, 'invalid number')
      await accounts.ensure(call.account)
      const row = Number.isSafeInteger(number) ? await skinById(kit.db, call.account, number) : undefined
      const { view, headers } = await viewed(row, call)
      return reply({ ...view, _deprecated: idIsDeprecated }, { headers })
    },

    async listSkins({ page }, call) {
      await accounts.ensure(call.account)
      const text = String(page)
      return /^\d+$/.test(text) ? listByNumber(kit, text, call) : listByAnchor(kit, text, call)
    },

    async texture({ hash }) {
      const known = hash.toLowerCase()
      const ofSample = sample.pngOf(known)
      const png = ofSample ?? (/^[0-9a-f]{64}$/.test(known) ? await textureByHash(kit.db, known) : undefined)
      if (!png) throw refused(404, 'Texture not found')
      const headers = { 'cache-control': 'public, max-age=31536000, immutable', ...sampleHeaders(!!ofSample) }
      return reply(png, { headers })
    },

    async publicKeys() {
      const keys = await boundKeyWait(signer.publicKeys())
      return { profilePropertyKeys: keys.map((publicKey) => ({ publicKey })), playerCertificateKeys: [] }
    },
  }
}
