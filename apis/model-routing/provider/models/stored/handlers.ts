// The handlers over stored things put together: files, fine-tunes, videos, models, billing, counts of tokens. Compaction is beside them,
// because a channel answers it where one can.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import type { StoredHandlers } from '../../assembly.ts'
import { billingHandlers } from '../../router/metering/billing.ts'
import { partsOf } from '../../router/router.ts'
import { fileHandlers } from './files.ts'
import { fineTuneHandlers } from './fine-tunes.ts'
import { createModelHandlers, type ServedModel, servedModels } from './models.ts'
import { countMessageTokens } from './token-counts.ts'
import { videoHandlers } from './videos.ts'

export { compactResponse } from './compaction.ts'

/** `served`: the models that may be asked for. */
export const createStoredHandlers = (served: (kit: Kit<Tables>) => Promise<readonly ServedModel[]>) => ({
  ...fileHandlers,
  ...fineTuneHandlers,
  ...videoHandlers,
  ...createModelHandlers<Tables>(served),
  ...billingHandlers,
  countMessageTokens,
})

/** With the models of the channels and of the gateway itself. */
export const storedHandlers: StoredHandlers = createStoredHandlers(async (kit) =>
  servedModels((await partsOf(kit).channels.list(kit)).channels),
)
