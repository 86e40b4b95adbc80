// The format of Ollama, whose clients run local models: every channel answers in it too.
import { anyObject, anyOf, body, bool, get, int, list, nullable, num, obj, opt, post, req, str } from '#define'
import {
  maybeBool,
  maybeInt,
  maybeObject,
  maybeObjects,
  maybeText,
  model,
  quick,
  textOrObject,
} from '../schemas/fields.ts'

const nanoseconds = (doc: string) => opt(int({ min: 0, doc }))
const end = {
  done: bool(),
  done_reason: opt(str({ doc: 'stop, length or load.' })),
  total_duration: nanoseconds('Nanoseconds.'),
  load_duration: nanoseconds('Nanoseconds; 0, because nothing is loaded here.'),
  prompt_eval_count: opt(int({ min: 0, doc: 'Tokens of the prompt.' })),
  prompt_eval_duration: nanoseconds('Nanoseconds.'),
  eval_count: opt(int({ min: 0, doc: 'Tokens of the answer.' })),
  eval_duration: nanoseconds('Nanoseconds.'),
  logprobs: opt(list(anyObject())),
}
const head = { model: str(), created_at: str({ format: 'date-time' }) }
const Said = obj({
  role: str(),
  content: str(),
  thinking: opt(str()),
  tool_calls: opt(list(obj({ function: obj({ name: str(), arguments: anyObject() }) }))),
})
const generating = {
  format: nullable(textOrObject, { doc: 'json, or a JSON Schema of the answer.' }),
  options: maybeObject(
    'temperature, top_p, top_k, seed, num_predict, stop and penalties; others concern local models.',
  ),
  stream: maybeBool('true by default: one line of JSON for each piece (application/x-ndjson).'),
  think: nullable(anyOf([bool(), str()]), { doc: 'Whether, or how much, the model thinks.' }),
  keep_alive: nullable(anyOf([str(), num()]), { doc: 'Of no effect: nothing is loaded here.' }),
  logprobs: maybeBool('Adds the probability of each token.'),
  top_logprobs: maybeInt('Alternatives for each token.'),
}
const Details = obj({
  parent_model: str(),
  format: str(),
  family: str(),
  families: list(str()),
  parameter_size: str(),
  quantization_level: str(),
})
const modified = str({ format: 'date-time' })
const beyond = true

export const ollama = {
  ollamaChat: post('/api/chat', "Answer to a conversation, in Ollama's format", {
    effect: 'spend',
    beyond,
    alias: 'chatCompletions',
    body: body({
      model,
      messages: nullable(list(anyObject()), {
        doc: 'Roles: system, user, assistant and tool; pictures as base64 in images.',
      }),
      tools: maybeObjects('Functions the model may call.'),
      ...generating,
    }),
    invalid: 'provider',
    returns: obj({ ...head, message: Said, ...end }),
    doc: 'The address of the listing is the host that its clients are given. Without messages nothing is asked.',
  }),
  ollamaGenerate: post('/api/generate', "Answer to a prompt, in Ollama's format", {
    effect: 'spend',
    beyond,
    alias: 'completions',
    body: body({
      model,
      prompt: maybeText('The question.'),
      system: maybeText('Instructions.'),
      images: nullable(list(str()), { doc: 'Pictures as base64.' }),
      suffix: maybeText('Not supported.'),
      template: maybeText('Not supported.'),
      context: nullable(list(int()), { doc: 'Not supported.' }),
      raw: maybeBool('Of no effect.'),
      ...generating,
    }),
    invalid: 'provider',
    returns: obj({ ...head, response: str(), thinking: opt(str()), ...end }),
  }),
  ollamaEmbed: post('/api/embed', "Vectors of texts, in Ollama's format", {
    effect: 'spend',
    beyond,
    alias: 'createEmbeddings',
    idempotent: true,
    body: body({
      model,
      input: req.of(anyOf([str(), list(str())])),
      dimensions: maybeInt('Dimensions of the vectors, for models that can shorten them.'),
      truncate: maybeBool('Left to the provider.'),
      options: maybeObject('Of no effect.'),
      keep_alive: generating.keep_alive,
    }),
    returns: obj({
      model: str(),
      embeddings: list(list(num())),
      total_duration: int({ min: 0 }),
      load_duration: int({ min: 0 }),
      prompt_eval_count: int({ min: 0 }),
    }),
  }),
  ollamaEmbeddings: post('/api/embeddings', "Vector of a text, in Ollama's older format", {
    effect: 'spend',
    beyond,
    alias: 'createEmbeddings',
    idempotent: true,
    body: body({
      model,
      prompt: req.str({ doc: 'The text.', example: 'low tide' }),
      options: maybeObject('Of no effect.'),
      keep_alive: generating.keep_alive,
    }),
    returns: obj({ embedding: list(num()) }),
  }),
  ollamaTags: get('/api/tags', "Available models, in Ollama's format", {
    beyond,
    alias: 'listModels',
    limits: quick,
    returns: obj({
      models: list(
        obj({ name: str(), model: str(), modified_at: modified, size: int(), digest: str(), details: Details }),
      ),
    }),
  }),
  ollamaRunning: get('/api/ps', "Loaded models, in Ollama's format", {
    beyond,
    alias: 'listModels',
    limits: quick,
    returns: obj({ models: list(anyObject()) }),
    doc: 'Always none: models are at their providers.',
  }),
  ollamaShow: post('/api/show', "Details of a model, in Ollama's format", {
    effect: 'read',
    beyond,
    alias: 'getModel',
    limits: quick,
    body: body({ model: maybeText('Name of the model.'), name: maybeText('Older name of model.') }),
    returns: obj({
      modelfile: str(),
      parameters: str(),
      template: str(),
      details: Details,
      model_info: anyObject(),
      capabilities: list(str({ doc: 'completion, tools or embedding.' })),
      modified_at: modified,
    }),
  }),
  ollamaVersion: get('/api/version', "Version of Ollama's format", {
    beyond,
    alias: 'listModels',
    limits: quick,
    returns: obj({ version: str() }),
  }),
}
