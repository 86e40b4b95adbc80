// What each operation does at its provider: a wrong effect would let an agent spend or destroy unasked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectOf } from '#define/reflect'
import { apisFolder, loadApis } from '../packages/gateway/src/process/load-apis.ts'

const operations = (await loadApis(apisFolder)).flatMap(({ api }) =>
  Object.entries(api.endpoints).map(([id, endpoint]) => ({
    ...{ name: `${api.slug}.${id}`, method: endpoint.method, declared: endpoint.effect },
    effect: effectOf(endpoint),
  })),
)
const named = (matches: (operation: (typeof operations)[number]) => boolean) =>
  operations
    .filter(matches)
    .map(({ name }) => name)
    .sort()

/** Names of operations: by slug, ids with spaces between them. */
const namesOf = (ids: Readonly<Record<string, string>>) =>
  Object.entries(ids).flatMap(([slug, list]) => list.split(' ').map((id) => `${slug}.${id}`))

test('only these operations read although their method is not GET', () => {
  assert.deepEqual(
    named(({ method, effect }) => effect === 'read' && method !== 'GET'),
    namesOf({
      'item-market': 'inventoryBatch marketsBatch tradeup',
      'model-routing': 'countMessageTokens countResponseTokens createModeration ollamaShow',
      nanomaterials: 'selectByPost',
      translation: 'documentStatus',
    }),
  )
})

test('these operations spend what the caller has at the provider', () => {
  assert.deepEqual(
    named(({ effect }) => effect === 'spend'),
    namesOf({
      'address-lookup': [
        'cleanseAddress lookupPostcode lookupUdprn lookupUmprn resolveAddressGbr resolveAddressUsa',
        'resolvePlace searchAddresses validateEmail validatePhoneNumber',
      ].join(' '),
      'background-removal': 'removeBackground removebg',
      'fraud-screening': 'screen',
      'model-routing': [
        'callBetaModel callModel chatCompletions compactResponse completions createBatch createDecision createEdit',
        'createEmbeddings createEngineEmbeddings createFineTune createFineTuningJob createImage createImageVariation',
        'createMessage createMessageBatch',
        'createResponse createSpeech createTranscription createTranslation createVideo ollamaChat ollamaEmbed',
        'ollamaEmbeddings ollamaGenerate remixVideo rerank rerankV2 searchWeb',
      ].join(' '),
      translation: 'correct createVoiceJob openVoice rephrase translate uploadDocument',
    }),
  )
})

test('these operations destroy', () => {
  assert.deepEqual(
    named(({ effect }) => effect === 'destroy'),
    namesOf({
      'address-lookup': 'deleteConfig deleteLicensee',
      'model-routing': [
        'cancelBatch cancelFineTune cancelFineTuningJob cancelMessageBatch cancelUpload deleteFile deleteMessageBatch',
        'deleteModel deleteResponse deleteVideo',
      ].join(' '),
      'personal-finance': [
        'deleteAccount deleteAttachment deleteCategory deleteEvent deleteInstitution',
        'deleteTransaction unassignAttachment',
      ].join(' '),
      translation: [
        'deleteCustomInstruction deleteDictionary deleteGlossary deleteGlossaryV2 deleteSpokenTerms',
        'deleteStyleRules deleteTermList deleteTranslationMemory',
      ].join(' '),
    }),
  )
})

test('an effect is declared only where it is not that of the method', () => {
  const byMethod = (method: (typeof operations)[number]['method']) => effectOf({ method })
  assert.deepEqual(
    named(({ method, declared }) => declared === byMethod(method)),
    [],
  )
})
