// Models, calls in a model's own format, and billing.

const model = {
  id: 'gpt-4o-mini',
  object: 'model',
  created: 1_626_777_600,
  owned_by: 'openai',
  supported_endpoint_types: ['openai'],
}
const tuned = 'curie:ft-example-2024-05-02-10-00-00'

const nativeCall = {
  params: { path: 'gemini-2.5-flash:generateContent' },
  body: { contents: [{ role: 'user', parts: [{ text: 'Why are there tides?' }] }] },
  output: {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'The Moon and the Sun pull on the sea.' }] },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 6, candidatesTokenCount: 10, totalTokenCount: 16 },
    modelVersion: 'gemini-2.5-flash',
    responseId: 'r7Hs2k',
  },
}

export const modelExamples = {
  getSubscription: {
    output: {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: 20,
      hard_limit_usd: 20,
      system_hard_limit_usd: 20,
      access_until: 0,
    },
  },
  getUsage: {
    params: { start_date: '2024-05-01', end_date: '2024-05-03' },
    output: {
      object: 'list',
      total_usage: 12.5,
      daily_costs: [{ timestamp: 1_714_521_600, line_items: [{ name: 'gpt-4o-mini', cost: 12.5 }] }],
    },
  },
  listModels: { output: { success: true, object: 'list', data: [model] } },
  callModel: nativeCall,
  listBetaModels: { output: { models: [{ name: 'models/gpt-4o-mini', displayName: 'gpt-4o-mini' }] } },
  callBetaModel: nativeCall,
  getBetaModel: { params: { path: tuned }, output: { name: `models/${tuned}`, displayName: 'Sample data' } },
  getNestedModel: {
    params: { owner: 'gatehouse', name: 'chat-1' },
    output: { ...model, id: 'gatehouse/chat-1', owned_by: 'gatehouse' },
  },
  getModel: { params: { model: tuned }, output: { ...model, id: tuned, owned_by: 'sample-data' } },
  deleteModel: { params: { model: tuned }, output: { id: tuned, object: 'model', deleted: true } },
}
