// What of an answer is the provider's state, and so is the same for the same calls.

/** Members outside the provider's state: times that were measured, and values drawn by the gateway or the system. */
const differing = [
  /"(?:total_duration|load_duration|prompt_eval_duration|eval_duration|QTime|latency_ms)":[\d.]+/g,
  /"(?:signature|publicKey)":"[^"]*"/g,
  /"token":"gp\.[^"]*"|req_[0-9a-z]+/g,
]
/** Progress of a batch, which goes on beside the calls. */
const progress =
  /"(?:processing_)?status":"[a-z_]+"|"request_counts":\{[^}]*\}|"(?:ended|completed|in_progress|finalizing|failed)_at":[^,}]+/g
const isBatch = /"(?:object|type)":"(?:message_)?batch"/

/** Returns an answer without that. */
export const comparable = (text: string) =>
  [...differing, ...(isBatch.test(text) ? [progress] : [])].reduce((rest, pattern) => rest.replace(pattern, ''), text)
