// Opens the provider: the sample, the signing key, and the queue with the jobs of an earlier process.

import { createAccounts } from './accounts.ts'
import { createGenerateHandlers } from './generate/handlers.ts'
import { createQueue } from './generate/queue.ts'
import { createTraffic } from './generate/traffic.ts'
import { createPlayerHandlers } from './players/handlers.ts'
import { createRenderHandlers } from './render/handlers.ts'
import { readSample } from './sample/sample.ts'
import { settingsOf } from './settings.ts'
import { createSigner } from './signing/signer.ts'
import { createSkinHandlers } from './skins/handlers.ts'
import type { Kit } from './skins/store.ts'

export function openSkins(kit: Kit) {
  const settings = settingsOf(kit.config)
  const sample = readSample()
  const accounts = createAccounts(kit, sample)
  const signer = createSigner(kit)
  const traffic = createTraffic(kit, settings)
  const queue = createQueue({ kit, signer, settings })
  queue.resume().catch((error: unknown) => kit.log.error('jobs could not be resumed', { reason: String(error) }))
  return {
    handlers: {
      ...createGenerateHandlers({ kit, accounts, sample, signer, traffic, queue }),
      ...createSkinHandlers({ kit, accounts, sample, signer }),
      ...createPlayerHandlers({ sample, traffic }),
      ...createRenderHandlers({ kit, accounts, sample }),
    },
    isAtWork: queue.isAtWork,
    close: () => queue.close(),
  }
}
