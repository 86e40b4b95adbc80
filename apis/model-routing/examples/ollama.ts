// Calls in Ollama's format.

const details = { parent_model: '', format: '', family: '', families: [], parameter_size: '', quantization_level: '' }
const question = 'Why are there tides?'
const text = 'The Moon and the Sun pull on the sea.'
const head = { model: 'llama3.2', created_at: '2026-11-02T12:00:00.000Z' }
const end = {
  done: true,
  done_reason: 'stop',
  total_duration: 1_200_000_000,
  load_duration: 0,
  prompt_eval_count: 6,
  prompt_eval_duration: 0,
  eval_count: 10,
  eval_duration: 1_200_000_000,
}
const modified_at = '2026-11-02T12:00:00.000Z'

export const ollamaExamples = {
  ollamaChat: {
    body: { model: 'llama3.2', messages: [{ role: 'user', content: question }], stream: false },
    output: { ...head, message: { role: 'assistant', content: text }, ...end },
  },
  ollamaGenerate: {
    body: { model: 'llama3.2', prompt: question, stream: false },
    output: { ...head, response: text, ...end },
  },
  ollamaEmbed: {
    body: { model: 'nomic-embed-text', input: ['low tide'] },
    output: {
      model: 'nomic-embed-text',
      embeddings: [[0.6, 0.8]],
      total_duration: 12_000_000,
      load_duration: 0,
      prompt_eval_count: 2,
    },
  },
  ollamaEmbeddings: { body: { model: 'nomic-embed-text', prompt: 'low tide' }, output: { embedding: [0.6, 0.8] } },
  ollamaTags: {
    output: { models: [{ name: 'llama3.2', model: 'llama3.2', modified_at, size: 0, digest: '', details }] },
  },
  ollamaRunning: { output: { models: [] } },
  ollamaShow: {
    body: { model: 'gatehouse/chat-1' },
    output: {
      modelfile: '',
      parameters: '',
      template: '',
      details,
      model_info: {},
      capabilities: ['completion', 'tools'],
      modified_at,
    },
  },
  ollamaVersion: { output: { version: '0.40.12' } },
}
