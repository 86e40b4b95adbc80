// Opens the provider: builds its parts once and connects them.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { readAllowance } from './credits/allowance.ts'
import { createAccountHandlers } from './credits/handlers.ts'
import { createCredits } from './credits/store.ts'
import { createImproveHandlers, deleteOldSubmissions } from './improve/handlers.ts'
import { type CutOutRunner, createCutOuts } from './removal/cut-outs.ts'
import { createRemovalHandlers } from './removal/handlers.ts'

/** Opens the provider. Pictures are cut out in separate processes unless another runner is given. */
export function openBackgroundRemoval(kit: ProviderKit<Tables>, runner?: CutOutRunner) {
  const credits = createCredits(kit, readAllowance(kit.config))
  return {
    handlers: {
      ...createAccountHandlers({ credits }),
      ...createImproveHandlers({ kit, credits }),
      ...createRemovalHandlers({ kit, credits, cutOut: createCutOuts(kit, runner) }),
    },
    jobs: { deleteOldSubmissions: () => deleteOldSubmissions(kit) },
  }
}
