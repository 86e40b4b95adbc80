// The endpoint that reports the account's usage in the current billing period.
import { get, int, list, obj, opt, str } from '#define'
import { time } from '../schemas.ts'

const count = int({ min: 0 })

export const usage = {
  usage: get('/v2/usage', 'Characters, documents and minutes used, and their limits', {
    returns: obj({
      character_count: count,
      character_limit: int({ min: 0, doc: '1000000000000 means no limit.' }),
      products: opt(
        list(
          obj({
            product_type: str(),
            billing_unit: opt(str({ doc: '`characters` or `minutes`.' })),
            api_key_unit_count: opt(count),
            account_unit_count: opt(count),
            api_key_character_count: count,
            character_count: count,
          }),
        ),
      ),
      api_key_character_count: opt(count),
      api_key_character_limit: opt(count),
      speech_to_text_minutes_count: opt(count),
      speech_to_text_minutes_limit: opt(count),
      speech_to_text_milliseconds_count: opt(int({ deprecated: true, doc: 'Always 0.' })),
      speech_to_text_milliseconds_limit: opt(int({ deprecated: true, doc: 'Always 0.' })),
      document_count: opt(count),
      document_limit: opt(count),
      team_document_count: opt(count),
      team_document_limit: opt(count),
      start_time: opt(time),
      end_time: opt(time),
    }),
    doc: 'Free plans only have `character_count` and `character_limit`.',
  }),
}
