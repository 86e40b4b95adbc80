// Serves pictures of figures that wear a skin. Drawing takes milliseconds, so the latest pictures are cached.

import { PNG } from 'pngjs'
import { type HandlersFor, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Accounts } from '../accounts.ts'
import { refused, skinNotFound } from '../errors.ts'
import { readSkinImage } from '../images/skin-image.ts'
import type { Sample } from '../sample/sample.ts'
import { type Kit, skinById, skinByUuid, textureByHash } from '../skins/store.ts'
import { sampleHeadersOf } from '../skins/view.ts'
import { plainUuid } from '../uuid.ts'
import { drawFigure, type View } from './figure.ts'

interface RenderDeps {
  readonly kit: Kit
  readonly accounts: Accounts
  readonly sample: Sample
}

/** Limit of cached pictures, of some 20 kB each. */
const maxCached = 200
const [minSize, maxSize] = [16, 300]

export function createRenderHandlers({
  kit,
  accounts,
  sample,
}: RenderDeps): HandlersFor<typeof endpoints, 'renderSkin'> {
  const cached = new Map<string, Buffer>()

  function remember(key: string, png: Buffer): Buffer {
    cached.set(key, png)
    // the entries of a Map are in insertion order
    if (cached.size > maxCached) for (const oldest of cached.keys()) if (cached.delete(oldest)) break
    return png
  }

  return {
    async renderSkin({ id, type, size }, { account }) {
      if (!isView(type)) throw refused(404, 'Unknown render type')
      await accounts.ensure(account)
      // the provider tells ids from uuids by their length
      const row = id.length > 10 ? skinByUuid(kit.db, account, plainUuid(id)) : skinById(kit.db, account, numberIn(id))
      const skin = await row
      if (!skin) throw skinNotFound()
      const { texture_hash: hash, variant } = skin
      const headers = { 'cache-control': 'public, max-age=3600', ...sampleHeadersOf([skin]) }
      const pixels = Math.min(maxSize, Math.max(minSize, Number.isFinite(size) ? Math.floor(Number(size)) : 256))
      const key = `${hash} ${variant} ${type} ${pixels}`
      const known = cached.get(key)
      if (known) return reply(known, { headers })
      const texture = sample.pngOf(hash) ?? (await textureByHash(kit.db, hash))
      if (!texture) throw skinNotFound()
      const { width, height, data } = drawFigure(readSkinImage(texture), variant, { view: type, size: pixels })
      const png = new PNG({ width, height })
      png.data.set(data)
      return reply(remember(key, PNG.sync.write(png)), { headers })
    },
  }
}

const isView = (type: string): type is View => type === 'head' || type === 'skin'
const numberIn = (id: string) => (/^\d+$/.test(id) ? Number(id) : -1)
