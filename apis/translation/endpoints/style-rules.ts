// Endpoints of style rule lists: options chosen from the provider's rules, and free-form instructions.
import { anyObject, body, bool, del, empty, get, list, obj, opt, patch, post, put, req, str } from '#define'
import { pageFields } from '../parameters.ts'
import { CustomInstruction, StyleRuleList } from '../schemas.ts'

const ruleGroups = {
  dates_and_times: anyObject(),
  formatting: anyObject(),
  numbers: anyObject(),
  punctuation: anyObject(),
  spelling_and_grammar: anyObject(),
  style_and_tone: anyObject(),
  vocabulary: anyObject(),
}
const instruction = {
  label: req.str({ doc: 'At most 100 characters.' }),
  prompt: req.str({ doc: 'What to do, at most 300 characters.' }),
  source_language: str({ doc: 'Applies to this source language only.' }),
}

export const styleRules = {
  listStyleRules: get('/v3/style_rules', 'Style rule lists of the account', {
    params: { ...pageFields, detailed: bool({ default: false, doc: 'Adds rules and instructions.' }) },
    returns: obj({ style_rules: list(StyleRuleList) }),
  }),
  createStyleRules: post('/v3/style_rules', 'New style rule list', {
    body: body({
      name: req.str({ doc: 'At most 1024 characters.' }),
      language: req.str({ doc: '`de`, `en`, `es`, `fr`, `it`, `ja`, `ko` or `zh`.', example: 'de' }),
      configured_rules: anyObject({ doc: 'Chosen option by rule name, in seven groups of rules.' }),
      custom_instructions: list(obj({ label: str(), prompt: str(), source_language: opt(str()) }), {
        doc: 'At most 200.',
      }),
    }),
    returns: StyleRuleList,
    status: 201,
  }),
  getStyleRules: get('/v3/style_rules/{style_id}', 'One style rule list', { returns: StyleRuleList }),
  renameStyleRules: patch('/v3/style_rules/{style_id}', 'New name of a style rule list', {
    body: body({ name: str() }),
    returns: StyleRuleList,
  }),
  deleteStyleRules: del('/v3/style_rules/{style_id}', 'Removal of a style rule list', {
    returns: empty(),
    status: 204,
  }),
  replaceConfiguredRules: put('/v3/style_rules/{style_id}/configured_rules', 'Configured rules replaced', {
    body: body(ruleGroups),
    returns: StyleRuleList,
  }),
  createCustomInstruction: post('/v3/style_rules/{style_id}/custom_instructions', 'New custom instruction', {
    body: body(instruction),
    returns: CustomInstruction,
    status: 201,
  }),
  getCustomInstruction: get(
    '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    'One custom instruction',
    { returns: CustomInstruction },
  ),
  replaceCustomInstruction: put(
    '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    'Custom instruction replaced',
    { body: body(instruction), returns: CustomInstruction },
  ),
  deleteCustomInstruction: del(
    '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    'Removal of a custom instruction',
    { returns: empty(), status: 204 },
  ),
}
