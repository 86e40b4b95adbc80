// Chat and text completions, and the edits that came before chat.
import { body, nullable, post, req } from '#define'
import { ChatChunk, ChatCompletion, Edit, TextCompletion } from '../schemas/chat.ts'
import {
  maybeBool,
  maybeInt,
  maybeNumber,
  maybeObject,
  maybeObjects,
  maybeText,
  maybeTexts,
  model,
  sampling,
  streaming,
  Turn,
  textOrObject,
  textsOrTokens,
} from '../schemas/fields.ts'

export const chat = {
  chatCompletions: post('/v1/chat/completions', 'Answer to a conversation', {
    effect: 'spend',
    body: body({
      model,
      messages: req.list(Turn, {
        doc: 'The conversation. Roles: developer, system, user, assistant, tool and function; parts: text, image_url, input_audio and file.',
      }),
      ...streaming,
      max_completion_tokens: maybeInt('Maximum number of tokens in the answer, reasoning included.'),
      max_tokens: maybeInt('Older name of max_completion_tokens.'),
      ...sampling,
      logprobs: maybeBool('Adds the probability of each token.'),
      top_logprobs: maybeInt('0 to 20 alternatives for each token.'),
      response_format: maybeObject('Type text, json_object or json_schema.'),
      tools: maybeObjects('Functions and custom tools the model may call.'),
      tool_choice: nullable(textOrObject, { doc: 'none, auto, required, or an object that names a tool.' }),
      parallel_tool_calls: maybeBool('Whether one answer may call several tools.'),
      functions: maybeObjects('Older form of tools.'),
      function_call: nullable(textOrObject, { doc: 'Older form of tool_choice.' }),
      reasoning_effort: maybeText('Reasoning effort: none, minimal, low, medium, high or another value of the model.'),
      verbosity: maybeText('low, medium or high.'),
      modalities: maybeTexts('text, audio.'),
      audio: maybeObject('Voice and format of spoken answers.'),
      prediction: maybeObject('Text that the answer is expected to repeat mostly unchanged.'),
      web_search_options: maybeObject('Lets the model search the web.'),
      store: maybeBool('Whether the upstream stores the answer.'),
      metadata: maybeObject('Up to 16 pairs stored with the answer.'),
      service_tier: maybeText('Service tier at the upstream.'),
      safety_identifier: maybeText('Stable identifier of the end user.'),
      prompt_cache_key: maybeText('Groups calls that share a prefix.'),
    }),
    invalid: 'provider',
    returns: ChatCompletion,
    streams: ChatChunk,
  }),
  completions: post('/v1/completions', 'Continuation of a text', {
    effect: 'spend',
    body: body({
      model,
      prompt: nullable(textsOrTokens, { doc: 'A string, strings, or the tokens of one or several strings.' }),
      ...streaming,
      max_tokens: maybeInt('Maximum number of tokens in the answer; 16 by default.'),
      ...sampling,
      suffix: maybeText('Text after the insertion.'),
      echo: maybeBool('Repeats the prompt in front of the answer.'),
      best_of: maybeInt('Number of answers from which the best n are returned.'),
      logprobs: maybeInt('Up to 5 alternatives for each token.'),
    }),
    invalid: 'provider',
    returns: TextCompletion,
    streams: TextCompletion,
  }),
}

export const createEdit = post('/v1/edits', 'Text rewritten by an instruction', {
  effect: 'spend',
  body: body({
    model,
    instruction: req.str({ doc: 'What to do with the text.', example: 'Fix the spelling.' }),
    input: maybeText('The text; empty by default.'),
    n: maybeInt('Number of answers.'),
    temperature: maybeNumber('0 to 2.'),
    top_p: maybeNumber('0 to 1.'),
  }),
  invalid: 'provider',
  returns: Edit,
  doc: 'A format older than chat. Few upstreams still serve it.',
})
