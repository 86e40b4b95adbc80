// Four small APIs for tests of accounts: one with a provider key and both providers, one keyless with an importer, and
// two with an optional key: one that cannot be verified, and one whose live provider the operator has to name.
import {
  body,
  defineApi,
  defineExamples,
  defineProvider,
  fail,
  get,
  hosted,
  keyless,
  obj,
  ownKey,
  post,
  req,
  str,
} from '#define'
import type { LoadedApi } from '../../process/load-apis.ts'

const weatherEndpoints = {
  current: get('/current/{city}', 'Weather of a city', {
    params: { city: str(), units: str() },
    returns: obj({ city: str(), sky: str() }),
  }),
  whoami: get('/whoami', 'Owner of the key', { params: { verbose: str() }, returns: obj({ name: str() }) }),
}
const weather = defineApi({
  slug: 'weather',
  title: 'Weather',
  summary: 'Weather of cities.',
  surface: hosted,
  auth: ownKey.header('x-weather-key'),
  upstream: 'https://weather.example.org/v2',
  listings: [
    { slug: 'weather', title: 'Weather' },
    { slug: 'weather-pro', title: 'Weather for professionals' },
  ],
  endpoints: weatherEndpoints,
  verify: 'whoami',
})
const dictionaryEndpoints = {
  define: get('/define', 'Meaning of a word', { params: { word: req.str() }, returns: obj({ word: str() }) }),
  suggest: post('/suggest', 'Suggests a word', { body: body({ word: req.str() }), returns: obj({ word: str() }) }),
}
const dictionary = defineApi({
  slug: 'dictionary',
  title: 'Dictionary',
  summary: 'Meanings of words.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: dictionaryEndpoints,
  sample: 'Ten made-up words.',
})
const tidesEndpoints = { today: get('/today', 'Tides of today', { returns: obj({ high: str() }) }) }
const tides = defineApi({
  slug: 'tides',
  title: 'Tides',
  summary: 'Tides of harbours.',
  surface: hosted,
  auth: ownKey.query('key', { optional: true }),
  upstream: 'https://tides.example.org',
  endpoints: tidesEndpoints,
})

const modelsEndpoints = { list: get('/models', 'Models', { returns: obj({ first: str() }) }) }
const models = defineApi({
  slug: 'models',
  title: 'Models',
  summary: 'Models of language.',
  surface: hosted,
  auth: ownKey.header('authorization', 'Bearer ', { optional: true }),
  upstream: { base: null },
  endpoints: modelsEndpoints,
})

/** Files that the importer of the dictionary received. */
export interface Imported {
  readonly name: string
  readonly account: string
  readonly bytes: number
}

/**
 * Makes the APIs; `imported` receives each file that the dictionary has read. A file that contains `BAD` is refused.
 * One that is called `noted` is imported with a note.
 */
export function sampleApis(imported: (file: Imported) => void = () => {}): LoadedApi[] {
  const embeddedWeather = defineProvider(weather, () => ({
    current: ({ city }) => ({ city, sky: 'clear' }),
    whoami: () => ({ name: 'embedded' }),
  }))
  const embeddedDictionary = defineProvider(dictionary, {
    importFormats: 'Words, one per line.',
    open: () => ({
      handlers: { define: ({ word }) => ({ word }), suggest: ({ body: { word } }) => ({ word }) },
      async importFile({ name, account, chunks }, progress) {
        let bytes = 0
        for await (const chunk of chunks) {
          if (chunk.includes('BAD')) throw fail('import.invalid', { reason: `line ${bytes + 1} is not a word` })
          if (chunk.includes('BUG')) throw new Error('the importer fell over')
          bytes += chunk.length
          progress({ phase: 'reading', counts: { bytes } })
        }
        const notes = name === 'noted' ? ['Skipped: line 2.\u001b[31m'] : undefined
        progress({ phase: 'writing', percent: 100, counts: { bytes }, ...(notes && { notes }) })
        imported({ name, account, bytes })
        return { bytes, words: 1 }
      },
    }),
  })
  return [
    {
      api: weather,
      provider: embeddedWeather,
      live: {},
      examples: defineExamples(weatherEndpoints, {
        current: { params: { city: 'Lyon' }, output: { city: 'Lyon', sky: 'clear' } },
        whoami: { params: { verbose: 'a b' }, output: { name: 'you' } },
      }),
    },
    {
      api: dictionary,
      provider: embeddedDictionary,
      live: {},
      examples: defineExamples(dictionaryEndpoints, {
        define: { params: { word: 'tea' }, output: { word: 'tea' } },
        suggest: { body: { word: 'tea' }, output: { word: 'tea' } },
      }),
    },
    {
      api: tides,
      provider: undefined,
      live: {},
      examples: defineExamples(tidesEndpoints, { today: { output: { high: '12:04' } } }),
    },
    {
      api: models,
      provider: defineProvider(models, () => ({ list: () => ({ first: 'small' }) })),
      live: {},
      examples: defineExamples(modelsEndpoints, { list: { output: { first: 'small' } } }),
    },
  ]
}
