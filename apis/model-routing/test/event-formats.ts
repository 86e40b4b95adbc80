// Streams and complete answers written after the vendors' published event formats, for tests: every kind of event,
// members that nobody has published, and what odd servers send.

const sse = (frames: readonly string[]) => frames.map((frame) => `data: ${frame}\n\n`).join('')
const named = (frames: readonly string[]) =>
  frames.map((frame) => `event: ${/"type":\s?"(\w+)"/.exec(frame)?.[1]}\ndata: ${frame}\n\n`).join('')

const chunk = (choice: string, more = '') =>
  `{"id":"chatcmpl-vendor-1","object":"chat.completion.chunk","created":1754000000,"model":"gpt-5-mini-2025-08-07","service_tier":"default","system_fingerprint":"fp_1","choices":[${choice}],"usage":null${more}}`
const delta = (members: string, finish = 'null', more = '') =>
  `{"index":0,"delta":${members},"logprobs":null,"finish_reason":${finish}${more}}`
const usage =
  '{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0},"cost":0.00012}'

export const chatStreams: Readonly<Record<string, string>> = {
  'text with probabilities, a fingerprint and padding': sse([
    chunk(delta('{"role":"assistant","content":"","refusal":null}'), ',"obfuscation":"aB3"'),
    chunk(
      '{"index":0,"delta":{"content":"low"},"logprobs":{"content":[{"token":"low","logprob":-0.00012345678901234567,"bytes":[108],"top_logprobs":[]}],"refusal":null},"finish_reason":null}',
    ),
    chunk(delta('{}', '"stop"')),
    chunk('', '').replace('"usage":null', `"usage":${usage}`),
    '[DONE]',
  ]),
  'filter results before and beside the choices': sse([
    '{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}}}]}',
    chunk(delta('{"content":"low"}', 'null', ',"content_filter_results":{"hate":{"filtered":false}}')),
    chunk(delta('{}', '"stop"', ',"content_filter_results":{}')),
    '[DONE]',
  ]),
  'parallel calls with large integers, custom tools and an unknown event': sse([
    chunk(
      delta(
        '{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":""}}]}',
      ),
    ),
    chunk(delta('{"tool_calls":[{"index":0,"function":{"arguments":"{\\"id\\":9007199254740993"}}]}')),
    chunk(
      delta(
        '{"tool_calls":[{"index":1,"id":"call_2","type":"function","function":{"name":"g","arguments":"{}"},"extra_content":{"x":{"y":12345678901234567890}}}]}',
      ),
    ),
    chunk(delta('{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}')),
    '{"id":"chatcmpl-vendor-1","object":"chat.completion.event","choices":[],"note":{"kind":"new"}}',
    chunk(delta('{}', '"tool_calls"')),
    '[DONE]',
  ]),
  'reasoning, a refusal, audio and annotations': sse([
    chunk(
      delta(
        '{"role":"assistant","reasoning_content":"hm","reasoning_details":[{"type":"reasoning.summary","summary":"s"}]}',
      ),
    ),
    chunk(delta('{"refusal":"No."}')),
    chunk(delta('{"audio":{"id":"audio_1","transcript":"No.","expires_at":1754000999}}')),
    chunk(
      delta(
        '{"annotations":[{"type":"url_citation","url_citation":{"url":"https://a.example","title":"A","start_index":0,"end_index":1}}]}',
      ),
    ),
    chunk(delta('{}', '"stop"')),
    '[DONE]',
  ]),
  'comments, ids, retry times, carriage returns and several lines of data': `: OPENROUTER PROCESSING\n\nid: 1\r\nretry: 500\r\ndata: ${chunk(delta('{"content":"lo"}'))}\r\n\r\n: wait\r\n\r\nevent: message\ndata: {"id":"x","choices":[{"index":0,\ndata: "delta":{"content":"w"},"finish_reason":"stop"}]}\n\ndata:[DONE]\n\n`,
  'a finish reason in every chunk and an end without [DONE]': `data: ${chunk(delta('{"content":"low"}', '""'))}\n\ndata: ${chunk(delta('{"content":""}', '"stop"'))}`,
  'an error after the first words': sse([
    chunk(delta('{"content":"lo"}')),
    '{"error":{"message":"Overloaded","type":"server_error","param":null,"code":"overloaded","trace":7}}',
  ]),
}

const start =
  '{"type":"message_start","message":{"id":"msg_vendor_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[],"stop_reason":null,"stop_sequence":null,"container":{"id":"container_1","expires_at":"2026-01-01T00:00:00Z"},"usage":{"input_tokens":11,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":0},"output_tokens":1,"service_tier":"standard","inference_geo":"eu"}}}'
const block = (index: number, content: string, deltas: readonly string[]) => [
  `{"type":"content_block_start","index":${index},"content_block":${content}}`,
  ...deltas.map((one) => `{"type":"content_block_delta","index":${index},"delta":${one}}`),
  `{"type":"content_block_stop","index":${index}}`,
]
const stop = (members = '') => [
  `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null${members}},"usage":{"input_tokens":11,"output_tokens":7,"server_tool_use":{"web_search_requests":1}},"context_management":{"applied_edits":[]}}`,
  '{"type":"message_stop"}',
]

export const messageStreams: Readonly<Record<string, string>> = {
  'thinking, text with citations, tools of the vendor and of the caller': named([
    start,
    '{"type": "ping"}',
    ...block(0, '{"type":"thinking","thinking":"","signature":""}', [
      '{"type":"thinking_delta","thinking":"hm"}',
      '{"type":"signature_delta","signature":"c2ln"}',
    ]),
    ...block(1, '{"type":"redacted_thinking","data":"c2VhbGVk"}', []),
    ...block(2, '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}', [
      '{"type":"input_json_delta","partial_json":"{\\"query\\":\\"tide\\"}"}',
    ]),
    ...block(
      3,
      '{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"https://a.example","title":"A","encrypted_content":"e","page_age":null}],"caller":{"type":"direct"}}',
      [],
    ),
    ...block(4, '{"type":"text","text":"","citations":[]}', [
      '{"type":"text_delta","text":"low"}',
      '{"type":"citations_delta","citation":{"type":"web_search_result_location","url":"https://a.example","title":"A","encrypted_index":"i","cited_text":"low"}}',
    ]),
    ...block(5, '{"type":"tool_use","id":"toolu_1","name":"f","input":{},"caller":{"type":"direct"}}', [
      '{"type":"input_json_delta","partial_json":""}',
      '{"type":"input_json_delta","partial_json":"{\\"id\\":9007199254740993}"}',
    ]),
    ...stop(),
  ]),
  'blocks, deltas and events that nobody knows yet': named([
    start,
    ...block(0, '{"type":"hologram","depth":18446744073709551615}', ['{"type":"hologram_delta","beam":[1.0,2e3]}']),
    '{"type":"message_note","note":{"a":1}}',
    ...block(1, '{"type":"text","text":""}', ['{"type":"text_delta","text":"low"}']),
    ...stop(',"container":{"id":"container_1"}'),
  ]),
  'an error after the first words': named([
    start,
    ...block(0, '{"type":"text","text":""}', ['{"type":"text_delta","text":"lo"}']).slice(0, 2),
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded","details":null},"request_id":"req_1"}',
  ]),
}

export const nativeStreams: Readonly<Record<string, string>> = {
  'text, ratings, grounding and details of the usage': sse([
    '{"candidates": [{"content": {"parts": [{"text": "lo"}],"role": "model"},"index": 0,"safetyRatings": [{"category": "HARM_CATEGORY_HARASSMENT","probability": "NEGLIGIBLE"}]}],"usageMetadata": {"promptTokenCount": 11,"totalTokenCount": 11,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 11}]},"modelVersion": "gemini-2.5-flash","responseId": "r1"}',
    '{"candidates": [{"content": {"parts": [{"text": "w"}],"role": "model"},"finishReason": "STOP","index": 0,"avgLogprobs": -0.0123,"groundingMetadata": {"webSearchQueries": ["tide"],"groundingChunks": [{"web": {"uri": "https://a.example","title": "A"}}]}}],"promptFeedback": {"safetyRatings": []},"usageMetadata": {"promptTokenCount": 11,"candidatesTokenCount": 7,"totalTokenCount": 18,"trafficType": "ON_DEMAND"},"modelVersion": "gemini-2.5-flash","responseId": "r1"}',
  ]),
  'thoughts, signatures, calls, code and parts that nobody knows yet': sse([
    '{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"thoughtSignature":"c2ln","functionCall":{"name":"f","args":{"id":9007199254740993},"id":"fc1","willContinue":true}},{"executableCode":{"language":"PYTHON","code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}},{"hologram":{"beam":1}}],"role":"model"},"index":0}],"newMember":{"a":[]},"modelVersion":"gemini-3-pro-001","responseId":"r1"}',
    '{"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","finishMessage":"done","index":0}],"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":7,"thoughtsTokenCount":3,"totalTokenCount":21},"responseId":"r1"}',
  ]),
  'a blocked prompt': sse([
    '{"promptFeedback":{"blockReason":"SAFETY","blockReasonMessage":"no","safetyRatings":[]},"usageMetadata":{"promptTokenCount":11,"totalTokenCount":11},"modelVersion":"gemini-2.5-flash"}',
  ]),
}

const bigCall = '{"name":"f","arguments":"{\\"id\\":9007199254740993}"}'

/** Complete answers by wire. */
export const wholeAnswers = {
  openai: `{\n  "id": "chatcmpl-vendor-1",\n  "object": "chat.completion",\n  "created": 1754000000,\n  "model": "gpt-5-mini-2025-08-07",\n  "choices": [{"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function", "function": ${bigCall}}], "annotations": [], "x_new": 1.0}, "finish_reason": "tool_calls", "content_filter_results": {}}],\n  "usage": ${usage},\n  "x_groq": {"id": "req_1", "seed": 12345678901234567890}\n}\n`,
  anthropic:
    '{"model":"claude-sonnet-4-5-20250929","id":"msg_vendor_1","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{"id":9007199254740993,"n":1.0}},{"type":"hologram","beam":2e3}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null,"context_management":{"applied_edits":[]},"usage":{"input_tokens":11,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":7,"server_tool_use":null}}',
  gemini:
    '{\n  "candidates": [\n    {\n      "content": {"parts": [{"functionCall": {"name": "f", "args": {"id": 9007199254740993}}}], "role": "model"},\n      "finishReason": "STOP",\n      "avgLogprobs": -0.01\n    }\n  ],\n  "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 11}]},\n  "modelVersion": "gemini-2.5-flash-001",\n  "responseId": "r1"\n}\n',
} as const
