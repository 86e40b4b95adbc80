// Examples of style rule lists and custom instructions.
import { defineExamples } from '#define'
import { styleRules } from '../endpoints/style-rules.ts'

const params = { style_id: '0e6d2f94-a8b1-4c5d-9370-fb12c6e84a57' }
const instructionParams = { ...params, instruction_id: 'a93c5b07-1e4f-42d8-b6a0-5d7e9f218c36' }
const rules = {
  dates_and_times: { time_format: 'use_24_hour_clock' },
  numbers: { decimal_separator: 'use_comma_as_decimal_separator' },
}
const instruction = { label: 'Units', prompt: 'Give lengths in metres.', source_language: 'en' }
const storedInstruction = { id: instructionParams.instruction_id, ...instruction }
const listed = {
  ...params,
  name: 'House style',
  creation_time: '2026-02-01T10:00:00.000Z',
  updated_time: '2026-02-03T10:00:00.000Z',
  language: 'de',
  version: 3,
}
const detailed = { ...listed, configured_rules: rules, custom_instructions: [storedInstruction] }

export const styleRuleExamples = defineExamples(styleRules, {
  listStyleRules: { params: { page: 0, page_size: 10, detailed: false }, output: { style_rules: [listed] } },
  createStyleRules: {
    body: { name: 'House style', language: 'de', configured_rules: rules, custom_instructions: [instruction] },
    output: { ...detailed, updated_time: listed.creation_time, version: 1 },
  },
  getStyleRules: { params, output: detailed },
  renameStyleRules: { params, body: { name: 'Web style' }, output: { ...detailed, name: 'Web style', version: 4 } },
  deleteStyleRules: { params },
  replaceConfiguredRules: {
    params,
    body: { punctuation: { apostrophe: 'use_curly_apostrophes' } },
    output: { ...detailed, configured_rules: { punctuation: { apostrophe: 'use_curly_apostrophes' } }, version: 4 },
  },
  createCustomInstruction: { params, body: instruction, output: storedInstruction },
  getCustomInstruction: { params: instructionParams, output: storedInstruction },
  replaceCustomInstruction: {
    params: instructionParams,
    body: { label: 'Units', prompt: 'Give lengths in kilometres.' },
    output: { id: instructionParams.instruction_id, label: 'Units', prompt: 'Give lengths in kilometres.' },
  },
  deleteCustomInstruction: { params: instructionParams },
})
