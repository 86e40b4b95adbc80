// Examples of text translation and of writing help.
import { defineExamples } from '#define'
import { text } from '../endpoints/text.ts'
import { usage } from '../endpoints/usage.ts'
import { writing } from '../endpoints/writing.ts'

export const textExamples = defineExamples(text, {
  translate: {
    params: { 'X-DeepL-Reporting-Tag': 'team-docs' },
    body: {
      text: ['The train leaves at noon.', 'Bring your ticket.'],
      source_lang: 'EN',
      target_lang: 'DE',
      formality: 'prefer_more',
      show_billed_characters: true,
      model_type: 'prefer_quality_optimized',
    },
    output: {
      translations: [
        {
          detected_source_language: 'EN',
          text: 'Der Zug fährt mittags ab.',
          billed_characters: 25,
          model_type_used: 'quality_optimized',
        },
        {
          detected_source_language: 'EN',
          text: 'Bringen Sie Ihre Fahrkarte mit.',
          billed_characters: 18,
          model_type_used: 'quality_optimized',
        },
      ],
    },
  },
})

export const writingExamples = defineExamples(writing, {
  rephrase: {
    body: { text: ['We was thinking to move the meeting.'], target_lang: 'en-GB', writing_style: 'prefer_business' },
    output: {
      improvements: [
        {
          text: 'We would like to reschedule the meeting.',
          target_language: 'en-GB',
          detected_source_language: 'en',
        },
      ],
    },
  },
  correct: {
    body: { text: ['We was thinking to move the meeting.'], target_lang: 'en-GB' },
    output: {
      improvements: [
        {
          text: 'We were thinking of moving the meeting.',
          target_language: 'en-GB',
          detected_source_language: 'en',
        },
      ],
    },
  },
})

export const usageExamples = defineExamples(usage, {
  usage: {
    output: {
      character_count: 91_204,
      character_limit: 1_000_000_000_000,
      products: [
        {
          product_type: 'translate',
          billing_unit: 'characters',
          api_key_unit_count: 80_100,
          account_unit_count: 88_730,
          api_key_character_count: 80_100,
          character_count: 88_730,
        },
        {
          product_type: 'write',
          billing_unit: 'characters',
          api_key_unit_count: 2_474,
          account_unit_count: 2_474,
          api_key_character_count: 2_474,
          character_count: 2_474,
        },
      ],
      api_key_character_count: 82_574,
      api_key_character_limit: 1_000_000_000_000,
      speech_to_text_minutes_count: 12,
      speech_to_text_minutes_limit: 300,
      speech_to_text_milliseconds_count: 0,
      speech_to_text_milliseconds_limit: 0,
      start_time: '2026-03-01T08:00:00Z',
      end_time: '2026-04-01T08:00:00Z',
    },
  },
})
