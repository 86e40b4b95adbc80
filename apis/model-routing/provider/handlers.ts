// All handlers with what the gateway's own models and stored things answer.
import { createHandlers } from './assembly.ts'
import { ownModels } from './own-models.ts'

const { builtIn, stored } = ownModels
export const handlers = createHandlers({ builtIn, stored })
