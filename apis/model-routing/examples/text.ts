// Chat, completions, edits, messages, web search and compaction.

const created = 1_714_640_400
const usage = { prompt_tokens: 19, completion_tokens: 7, total_tokens: 26 }

const answered = {
  id: 'resp_66f0a1b2c3d4e5f607182930',
  object: 'response',
  created_at: 1_714_640_400,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-4o-mini',
  output: [
    {
      id: 'msg_66f0a1b2c3d4e5f607182930_0',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'The Moon and the Sun pull on the sea.', annotations: [], logprobs: [] }],
    },
  ],
  usage: {
    input_tokens: 6,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 16,
  },
} as const

export const textExamples = {
  createResponse: {
    body: { model: 'gpt-4o-mini', input: 'Why are there tides?' },
    output: answered,
  },
  countResponseTokens: {
    body: { model: 'gpt-4o-mini', input: 'Why are there tides?' },
    output: { object: 'response.input_tokens', input_tokens: 12 },
  },
  getResponse: { params: { response_id: answered.id }, output: answered },
  deleteResponse: {
    params: { response_id: answered.id },
    output: { id: answered.id, object: 'response', deleted: true },
  },
  listResponseItems: {
    params: { response_id: answered.id },
    output: {
      object: 'list',
      data: [{ type: 'message', role: 'user', content: 'Why are there tides?', id: 'item_1' }],
      first_id: 'item_1',
      last_id: 'item_1',
      has_more: false,
    },
  },
  searchWeb: {
    body: { id: 'thread-7Kd2', commands: { search_query: [{ q: 'tide tables explained' }] }, max_output_tokens: 400 },
    output: {
      output: 'Tide tables list the times and heights of high and low water.',
      results: [{ url: 'https://example.org/tides', title: 'Reading a tide table', snippet: 'Times and heights …' }],
    },
  },
  chatCompletions: {
    body: {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: 'You are a helpful assistant.' },
        { role: 'user', content: 'Hello!' },
      ],
      temperature: 0.2,
      stop: null,
    },
    output: {
      id: 'chatcmpl-9Qx2mV7d',
      object: 'chat.completion',
      created,
      model: 'gpt-4o-mini',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello! How can I help?', refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        ...usage,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      },
      system_fingerprint: 'fp_3a1c90',
    },
  },
  completions: {
    body: { model: 'gpt-3.5-turbo-instruct', prompt: 'The tide comes in', max_tokens: 7 },
    output: {
      id: 'cmpl-4Tz8rB1k',
      object: 'text_completion',
      created,
      model: 'gpt-3.5-turbo-instruct',
      choices: [{ text: ' twice a day on most coasts.', index: 0, logprobs: null, finish_reason: 'length' }],
      usage: { prompt_tokens: 4, completion_tokens: 7, total_tokens: 11 },
    },
  },
  createEdit: {
    body: { model: 'text-davinci-edit-001', input: 'The tide is high.', instruction: 'Make it upper case.' },
    output: {
      object: 'edit',
      created,
      choices: [{ text: 'THE TIDE IS HIGH.', index: 0 }],
      usage: { prompt_tokens: 14, completion_tokens: 6, total_tokens: 20 },
    },
  },
  createMessage: {
    body: {
      model: 'claude-sonnet-4-5',
      max_tokens: 256,
      system: 'Answer in one sentence.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Why are there tides?' }] }],
    },
    output: {
      id: 'msg_01Hq7Zt3',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'The Moon and the Sun pull on the sea.', citations: null }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 18,
        output_tokens: 12,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        service_tier: 'standard',
      },
    },
  },
  countMessageTokens: {
    params: { beta: true },
    body: { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'Why are there tides?' }] },
    output: { input_tokens: 12 },
  },
  compactResponse: {
    body: {
      model: 'gpt-5-mini',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Plan the harbour survey.' }] }],
    },
    output: {
      id: 'resp_6Wn4c2',
      object: 'response.compaction',
      created_at: created,
      output: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Plan the harbour survey.' }] },
        { type: 'compaction', id: 'cmp_8Lr1x5', encrypted_content: 'Z0FBQUFBQm1NelF3' },
      ],
      usage: {
        input_tokens: 420,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 96,
        output_tokens_details: { reasoning_tokens: 64 },
        total_tokens: 516,
      },
    },
  },
}
