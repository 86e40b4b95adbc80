// Token counts in the two forms of the wire formats.
import { int, obj, opt } from '#define'

const count = int({ min: 0 })

/** Usage of chat, text completions, edits and reranking. */
export const CompletionUsage = obj({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: opt(
    obj({
      cached_tokens: opt(count),
      cache_write_tokens: opt(count),
      audio_tokens: opt(count),
      image_tokens: opt(count),
      text_tokens: opt(count),
    }),
  ),
  completion_tokens_details: opt(
    obj({
      reasoning_tokens: opt(count),
      audio_tokens: opt(count),
      text_tokens: opt(count),
      accepted_prediction_tokens: opt(count),
      rejected_prediction_tokens: opt(count),
    }),
  ),
})

/** Usage of compaction and decisions; a dialect of the latter omits the details and the total. */
export const TokenUsage = obj({
  input_tokens: count,
  input_tokens_details: opt(obj({ cached_tokens: opt(count), cache_write_tokens: opt(count) })),
  output_tokens: count,
  output_tokens_details: opt(obj({ reasoning_tokens: opt(count) })),
  total_tokens: opt(count),
})
