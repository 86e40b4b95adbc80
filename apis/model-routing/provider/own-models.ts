// The gateway's own models for handlers that still get the kit with each call: opened once for each database.
import type { Kit, ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import type { BuiltInHandlers, StoredHandlers } from './assembly.ts'
import { createBuiltInHandlers } from './models/built-in/handlers.ts'
import { createStoredModels } from './models/stored/handlers.ts'
import { channelModels } from './router/channels/channel-models.ts'
import { billingHandlers } from './router/metering/billing.ts'
import { partsOf } from './router/router.ts'

function open(kit: ProviderKit<Tables>) {
  const { channels } = partsOf(kit)
  const { db, now, random } = kit
  const stored = createStoredModels({
    ...{ db, now, random },
    channelModels: async () => channelModels((await channels.list(kit)).channels),
  })
  const { ask, log } = kit
  const { compactResponse } = stored
  return {
    stored,
    builtIn: { ...createBuiltInHandlers({ now, ask, log }), compactResponse },
  }
}

const opened = new WeakMap<object, ReturnType<typeof open>>()

export function openModels(kit: ProviderKit<Tables>): ReturnType<typeof open> {
  const models = opened.get(kit.db) ?? open(kit)
  opened.set(kit.db, models)
  return models
}

type Own = (input: never, kit: Kit<Tables>) => unknown
type Models = ReturnType<typeof open>
/** Handlers of these names that ask the opened models. */
const each = (ids: readonly string[], pick: (models: Models) => object): unknown =>
  Object.fromEntries(
    ids.map((id) => [
      id,
      (input: never, kit: Kit<Tables>) => (Reflect.get(pick(openModels(kit)), id) as Own)(input, kit),
    ]),
  )

// nothing is called here: only the names are read
const names = createStoredModels({} as never)
export const ownModels = {
  builtIn: each(
    [...Object.keys(createBuiltInHandlers({} as never)), 'compactResponse'],
    ({ builtIn }) => builtIn,
  ) as BuiltInHandlers,
  stored: {
    ...(each(Object.keys(names.handlers), ({ stored }) => stored.handlers) as StoredHandlers),
    ...billingHandlers,
  },
}
