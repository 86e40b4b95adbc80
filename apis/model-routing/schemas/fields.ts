// Request fields that several endpoints take. They are permissive on purpose: SDKs send null for unset fields, and each
// upstream has its own bounds and value sets, which it explains better than a gateway could. Known bounds are in `doc`.
import { anyObject, anyOf, bool, int, list, map, nullable, num, obj, opt, req, str } from '#define'

export const maybeText = (doc?: string) => nullable(str({ doc }))
export const maybeNumber = (doc?: string) => nullable(num({ doc }))
export const maybeInt = (doc?: string) => nullable(int({ doc }))
export const maybeBool = (doc?: string) => nullable(bool({ doc }))
export const maybeObject = (doc?: string) => nullable(anyObject({ doc }))
export const maybeObjects = (doc?: string) => nullable(list(anyObject(), { doc }))
export const maybeTexts = (doc?: string) => nullable(list(str(), { doc }))

export const textOrObject = anyOf([str(), anyObject()])
const textOrTexts = anyOf([str(), list(str())])
/** Text, or a list of typed parts. */
export const textOrParts = anyOf([str(), list(anyObject())])
/** One string, several, one list of token numbers, or several. */
export const textsOrTokens = anyOf([str(), list(anyOf([str(), int(), list(int()), anyObject()]))])

export const model = req.str({ doc: 'Name of the model.', example: 'gpt-4o-mini' })

/** Sampling parameters of chat and text completions. */
export const sampling = {
  temperature: maybeNumber('0 to 2.'),
  top_p: maybeNumber('0 to 1.'),
  n: maybeInt('Number of answers.'),
  stop: nullable(textOrTexts, { doc: 'Up to four strings that end the answer.' }),
  presence_penalty: maybeNumber('-2 to 2.'),
  frequency_penalty: maybeNumber('-2 to 2.'),
  logit_bias: nullable(map(num(), { doc: 'Bias by token number, -100 to 100.' })),
  seed: maybeNumber('The same seed gives the same answer, as far as the model supports it.'),
  user: maybeText('Identifies the end user to the upstream.'),
}
export const streaming = {
  stream: maybeBool('Streams the answer as server-sent events.'),
  stream_options: maybeObject('`include_usage` adds a last event with the usage.'),
}

/** A message of a conversation; further members depend on the role. */
export const Turn = obj({
  role: str(),
  content: opt(nullable(textOrParts, { doc: 'Text or a list of parts; null where only tools are called.' })),
})

/** Look-ups of the router itself, which never wait for a model. */
export const quick = { firstByteMs: 60_000, idleMs: 60_000 }
