// Opens the provider: the router with everything it consists of, over the gateway's own models.
import type { CalledTasks, ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { createBatches } from './batches/batches.ts'
import { builtInCall, createChatCalls } from './models/model-calls.ts'
import { createStoredModels } from './models/stored/handlers.ts'
import { createResponseStore } from './models/stored/response-store.ts'
import { createAnswerCache } from './router/cache/answer-cache.ts'
import { callableModel, channelModels } from './router/channels/channel-models.ts'
import { createChannelStore } from './router/channels/channel-store.ts'
import { createCallSignatures } from './router/chat/call-signatures.ts'
import { createResponseHandlers } from './router/chat/responses.ts'
import { createRuleStore } from './router/guardrails/rule-store.ts'
import { createRouterHandlers } from './router/handlers.ts'
import { createIds } from './router/ids.ts'
import { createBillingHandlers } from './router/metering/billing.ts'
import { deleteOldCalls } from './router/metering/call-ledger.ts'
import { createMeter } from './router/metering/meter.ts'
import { createSpending } from './router/metering/spending.ts'
import { createBudgetHandlers } from './router/operator/budget-handlers.ts'
import { createChannelHandlers } from './router/operator/channel-handlers.ts'
import type { Router } from './router/router.ts'
import { createHealth } from './router/routing/health.ts'
import type { RouterTasks } from './tasks.ts'
import { countTextsFor } from './tokens/count.ts'

export function openRouter(kit: ProviderKit<Tables>, tasks: CalledTasks<RouterTasks>) {
  const { db, dialect, now, random, log, spendingLimit } = kit
  const countsFor = (call: { readonly account: string }) => countTextsFor(tasks.countTokens, call)
  const channels = createChannelStore(kit)
  const stored = createStoredModels({
    db,
    dialect,
    now,
    random,
    saveFile: tasks.saveFile,
    savePart: tasks.savePart,
    joinParts: tasks.joinParts,
    channelModels: async () => channelModels((await channels.list()).channels),
    callableModel: async (id) => callableModel((await channels.list()).channels, id),
  })
  const responses = createResponseStore({ db, dialect, now, random })
  const meter = createMeter({ db, now, random, log, countsFor, spendingLimit })
  const router: Router = {
    kit,
    channels,
    rules: createRuleStore(kit),
    health: createHealth(now),
    meter,
    answers: createAnswerCache(kit),
    ownChat: createChatCalls(tasks),
    callSignatures: createCallSignatures(),
    applyPatterns: tasks.patterns,
    countsFor,
    newId: createIds(random),
  }
  const routed = {
    ...createRouterHandlers(router, builtInHandlers(tasks)),
    ...createResponseHandlers(router, responses),
  }
  const batches = createBatches({
    db,
    dialect,
    now,
    random,
    log,
    tasks,
    handlers: routed,
    newId: router.newId,
    keyWorks: (id) => kit.keyWorks(id),
  })
  return {
    handlers: {
      ...stored.handlers,
      ...routed,
      ...batches.handlers,
      ...createBillingHandlers({ db, now, meter, spendingLimit }),
    },
    operator: {
      ...createChannelHandlers(router),
      ...createBudgetHandlers({ db, dialect, now, random, meter }),
    },
    jobs: {
      deleteExpired: async () => {
        await router.answers.deleteExpired()
        await responses.deleteExpired()
        await stored.deleteExpired()
        await batches.deleteExpired()
        await meter.releaseExpiredHolds()
      },
      resumeBatches: batches.runAll,
      deleteOldLedgerEntries: () => deleteOldCalls(db, now()),
    },
    spending: createSpending({ db, meter }),
    close: async () => {
      await batches.close()
      await meter.flush()
    },
  }
}

/** Returns handlers that run as tasks, away from the thread that forwards calls. */
function builtInHandlers(tasks: CalledTasks<RouterTasks>) {
  const call = (id: string) => builtInCall(tasks, id)
  return {
    searchWeb: call('searchWeb'),
    createSpeech: call('createSpeech'),
    createTranscription: call('createTranscription'),
    createTranslation: call('createTranslation'),
    createDecision: call('createDecision'),
    createEdit: call('createEdit'),
    createEmbeddings: call('createEmbeddings'),
    createEngineEmbeddings: call('createEngineEmbeddings'),
    createModeration: call('createModeration'),
    rerank: call('rerank'),
    rerankV2: call('rerankV2'),
    createImage: call('createImage'),
    compactResponse: call('compactResponse'),
    countMessageTokens: call('countMessageTokens'),
  }
}
