// The models an account may use, and calls in a third vendor's format, which names the model in the path.
import { anyBody, anyObject, anyOf, bool, del, get, int, list, nullable, num, obj, opt, post, str } from '#define'
import { quick } from '../schemas/fields.ts'
import { Deleted } from '../schemas/files.ts'

const Model = obj({
  id: str(),
  object: str(),
  created: int({ doc: 'Unix seconds.' }),
  owned_by: str(),
  supported_endpoint_types: opt(nullable(list(str()))),
})
const MessagesModel = obj({
  id: str(),
  type: str(),
  display_name: str(),
  created_at: str({ format: 'date-time' }),
})
const NativeModel = obj({
  name: str(),
  displayName: opt(str()),
  supportedGenerationMethods: opt(list(str({ doc: 'generateContent, countTokens, embedContent and others.' }))),
})
const ModelList = anyOf(
  [
    obj({ object: str(), data: list(Model), success: opt(bool()) }),
    obj({
      data: list(MessagesModel),
      first_id: opt(nullable(str())),
      last_id: opt(nullable(str())),
      has_more: bool(),
    }),
    obj({
      models: list(NativeModel),
      nextPageToken: opt(nullable(str())),
    }),
  ],
  { doc: 'The second form is returned for anthropic-version with x-api-key, the third for x-goog-api-key or key.' },
)

/** Every answer of the third format; its members depend on the action in the path. */
const NativeAnswer = obj({
  candidates: opt(
    list(
      obj({
        content: opt(obj({ role: opt(str()), parts: opt(list(anyObject())) })),
        finishReason: opt(str({ doc: 'STOP, MAX_TOKENS, SAFETY, RECITATION and others.' })),
        index: opt(int({ min: 0 })),
        safetyRatings: opt(nullable(list(anyObject()))),
      }),
    ),
  ),
  promptFeedback: opt(nullable(anyObject())),
  usageMetadata: opt(
    obj({
      promptTokenCount: opt(int({ min: 0 })),
      candidatesTokenCount: opt(int({ min: 0 })),
      totalTokenCount: opt(int({ min: 0 })),
      thoughtsTokenCount: opt(int({ min: 0 })),
      cachedContentTokenCount: opt(int({ min: 0 })),
    }),
  ),
  modelVersion: opt(str()),
  responseId: opt(str()),
  totalTokens: opt(int({ min: 0 })),
  embedding: opt(obj({ values: list(num()) })),
  embeddings: opt(list(obj({ values: list(num()) }))),
})

const callParams = {
  path: str({
    beyond: true,
    doc: 'Model and action: generateContent, streamGenerateContent, embedContent, batchEmbedContents, countTokens, or any other path below the model that its provider has.',
    example: 'gemini-2.5-flash:generateContent',
  }),
  alt: str({ beyond: true, doc: 'sse streams events; without it a stream is one JSON array.', example: 'sse' }),
  key: str({ beyond: true, secret: true, doc: 'Key of the upstream, when it is not in a header.' }),
}
const callOptions = {
  effect: 'spend',
  params: callParams,
  body: anyBody(),
  returns: anyOf([NativeAnswer, list(NativeAnswer)]),
  streams: NativeAnswer,
} as const
const found = { returns: anyOf([Model, MessagesModel, NativeModel]), limits: quick } as const
const beta = 'The address that clients of the third format use by default.'

export const models = {
  listModels: get('/v1/models', 'Available models', { returns: ModelList, limits: quick }),
  callModel: post('/v1/models/*path', 'Call of a model in its own format', {
    ...callOptions,
    doc: 'Names of models may contain slashes. Bodies are passed on unchanged, whatever the action is.',
  }),
  listBetaModels: get('/v1beta/models', 'Available models, at the address of the third format', {
    beyond: true,
    alias: 'listModels',
    returns: ModelList,
    limits: quick,
    doc: beta,
  }),
  callBetaModel: post('/v1beta/models/*path', 'Call of a model, at the address of the third format', {
    ...callOptions,
    beyond: true,
    alias: 'callModel',
    doc: beta,
  }),
  getBetaModel: get('/v1beta/models/*path', 'Details of a model, at the address of the third format', {
    params: { path: str({ doc: 'Name of the model.', example: 'gatehouse/chat-1' }) },
    ...found,
    beyond: true,
    alias: 'getModel',
    doc: beta,
  }),
  getNestedModel: get('/v1/models/{owner}/*name', 'Details of a model whose name has slashes', {
    params: {
      owner: str({ doc: 'Name of the model before its first slash.', example: 'gatehouse' }),
      name: str({ doc: 'Name of the model after that slash.', example: 'chat-1' }),
    },
    ...found,
    beyond: true,
    alias: 'getModel',
  }),
  getModel: get('/v1/models/{model}', 'Details of a model', {
    params: { model: str({ doc: 'Name of the model.', example: 'gpt-4o-mini' }) },
    ...found,
  }),
  deleteModel: del('/v1/models/{model}', 'Removal of a fine-tuned model', {
    params: { model: str({ doc: 'Name of the model.', example: 'curie:ft-example-2024-05-02-10-00-00' }) },
    returns: Deleted,
    limits: quick,
  }),
}
