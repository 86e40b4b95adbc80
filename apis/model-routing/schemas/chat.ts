// Answers and stream chunks of chat and text completions.
import { anyObject, int, list, map, nullable, num, obj, oneOf, opt, str } from '#define'
import { CompletionUsage } from './usage.ts'

const seconds = int({ doc: 'Unix seconds.' })
const finishReason = str({ doc: 'stop, length, tool_calls, content_filter or function_call.' })
const Called = obj({ name: str(), arguments: str({ doc: 'JSON as a string.' }) })

const ToolCall = obj({
  id: str(),
  type: str({ doc: 'function or custom.' }),
  function: opt(Called),
  custom: opt(obj({ name: str(), input: str() })),
})
const TokenLogprob = obj({
  token: str(),
  bytes: opt(nullable(list(int()))),
  logprob: num(),
  top_logprobs: opt(list(obj({ token: str(), bytes: opt(nullable(list(int()))), logprob: num() }))),
})
const Logprobs = nullable(
  obj({ content: opt(nullable(list(TokenLogprob))), refusal: opt(nullable(list(TokenLogprob))) }),
)

export const ChatCompletion = obj({
  id: str(),
  object: oneOf(['chat.completion']),
  created: seconds,
  model: str(),
  choices: list(
    obj({
      index: int({ min: 0 }),
      message: obj({
        role: str(),
        content: nullable(str()),
        refusal: opt(nullable(str())),
        reasoning_content: opt(nullable(str({ doc: 'The reasoning of the model, where the upstream returns it.' }))),
        annotations: opt(list(anyObject())),
        tool_calls: opt(list(ToolCall)),
        function_call: opt(nullable(Called)),
        audio: opt(nullable(obj({ id: str(), data: str({ doc: 'Base64.' }), expires_at: seconds, transcript: str() }))),
      }),
      logprobs: opt(Logprobs),
      finish_reason: nullable(finishReason),
    }),
  ),
  usage: opt(CompletionUsage),
  service_tier: opt(nullable(str())),
  system_fingerprint: opt(nullable(str())),
  metadata: opt(nullable(anyObject())),
})

/** One event of a streamed chat; the stream ends with the data `[DONE]`. */
export const ChatChunk = obj({
  id: str(),
  object: oneOf(['chat.completion.chunk']),
  created: seconds,
  model: str(),
  choices: list(
    obj({
      index: int({ min: 0 }),
      delta: obj({
        role: opt(str()),
        content: opt(nullable(str())),
        refusal: opt(nullable(str())),
        reasoning_content: opt(nullable(str())),
        tool_calls: opt(
          list(
            obj({
              index: int({ min: 0 }),
              id: opt(str()),
              type: opt(str()),
              function: opt(obj({ name: opt(str()), arguments: opt(str()) })),
              custom: opt(obj({ name: opt(str()), input: opt(str()) })),
            }),
          ),
        ),
        function_call: opt(nullable(obj({ name: opt(str()), arguments: opt(str()) }))),
        audio: opt(anyObject()),
      }),
      logprobs: opt(Logprobs),
      finish_reason: opt(nullable(finishReason)),
    }),
    { doc: 'Empty in the event with the usage.' },
  ),
  usage: opt(nullable(CompletionUsage)),
  service_tier: opt(nullable(str())),
  system_fingerprint: opt(nullable(str())),
})

/** A text completion, complete or as one event of a stream that ends with the data `[DONE]`. */
export const TextCompletion = obj({
  id: str(),
  object: oneOf(['text_completion']),
  created: seconds,
  model: str(),
  choices: list(
    obj({
      text: str(),
      index: int({ min: 0 }),
      logprobs: opt(
        nullable(
          obj({
            text_offset: opt(list(int())),
            token_logprobs: opt(list(nullable(num()))),
            tokens: opt(list(str())),
            top_logprobs: opt(nullable(list(nullable(map(num()))))),
          }),
        ),
      ),
      finish_reason: opt(nullable(str({ doc: 'stop, length or content_filter.' }))),
    }),
  ),
  usage: opt(nullable(CompletionUsage)),
  system_fingerprint: opt(nullable(str())),
})

/** A text rewritten by an instruction. It names neither an id nor the model. */
export const Edit = obj({
  object: oneOf(['edit']),
  created: seconds,
  choices: list(obj({ text: str(), index: int({ min: 0 }), finish_reason: opt(nullable(str())) })),
  usage: CompletionUsage,
})
