// The handlers of everything planned: events, budgets, the forecast.
import type { Kit } from '#define'
import type { Tables } from '../../tables.ts'
import { requireUser } from '../ledger.ts'
import { changeWorld } from '../ledger-transaction.ts'
import type { Values } from '../reading.ts'
import { budgetHandlers } from './budgets/handlers.ts'
import { eventHandlers } from './events/handlers.ts'
import { recalculate } from './scenarios/outlook.ts'

export const planHandlers = {
  ...eventHandlers,
  ...budgetHandlers,

  /** The forecast is worked out anew at once. */
  clearForecastCache: (input: Values, kit: Kit<Tables>) =>
    changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      await recalculate(db, world)
      return undefined
    }),
}
