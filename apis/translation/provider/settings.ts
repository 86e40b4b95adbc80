// Settings of the operator's file `<data>/config/translation.json`.

export interface ModelSettings {
  /** Name of the model in model routing. */
  readonly name: string
  /** Account whose channels and budget the model uses; undefined by default. */
  readonly account: string | undefined
  /** Languages that the model translates between; by default all that we list. */
  readonly languages: readonly string[] | undefined
}
export interface Settings {
  /** Characters per account and month. */
  readonly charactersPerMonth: number
  /** The plan; the free one has no `/v2/write` and a shorter usage report. */
  readonly plan: 'free' | 'pro'
  readonly model: ModelSettings | undefined
  /** True to translate with Apertium if it is installed; the default. */
  readonly apertium: boolean
  /** True to recognise speech with PocketSphinx if it is installed; the default. */
  readonly pocketsphinx: boolean
  /** True to speak with Flite if it is installed; the default. */
  readonly flite: boolean
  /** True to read and write compressed audio with ffmpeg if it is installed; the default. */
  readonly ffmpeg: boolean
  /** True to correct spelling with hunspell if it is installed; the default. */
  readonly hunspell: boolean
}

/** The number by which the provider expresses "no limit". */
export const unlimited = 1_000_000_000_000

/** Reads the settings; throws a message for the operator if the file is invalid. */
export function readSettings(config: unknown): Settings {
  const file = Object(config ?? {})
  for (const name of Object.keys(file))
    if (
      !['charactersPerMonth', 'plan', 'model', 'apertium', 'pocketsphinx', 'flite', 'ffmpeg', 'hunspell'].includes(name)
    )
      throw wrong(`does not have ${name}`)
  const { charactersPerMonth = unlimited, plan = 'pro', model } = file
  const { apertium = true, pocketsphinx = true, flite = true, ffmpeg = true, hunspell = true } = file
  if (!Number.isSafeInteger(charactersPerMonth) || charactersPerMonth < 0)
    throw wrong('takes a whole number as charactersPerMonth')
  if (plan !== 'free' && plan !== 'pro') throw wrong('takes "free" or "pro" as plan')
  if (typeof apertium !== 'boolean') throw wrong('takes true or false as apertium')
  if (typeof pocketsphinx !== 'boolean') throw wrong('takes true or false as pocketsphinx')
  if (typeof flite !== 'boolean') throw wrong('takes true or false as flite')
  if (typeof ffmpeg !== 'boolean') throw wrong('takes true or false as ffmpeg')
  if (typeof hunspell !== 'boolean') throw wrong('takes true or false as hunspell')
  const known = { charactersPerMonth, plan, apertium, pocketsphinx, flite, ffmpeg, hunspell }
  return { ...known, model: model === undefined ? undefined : modelOf(model) }
}

function modelOf(value: unknown): ModelSettings {
  const { name, account, languages } = Object(value)
  if (typeof name !== 'string' || name === '') throw wrong('needs a name of a model in model')
  if (account !== undefined && typeof account !== 'string') throw wrong('takes the id of an account in model.account')
  if (languages !== undefined && !isStrings(languages)) throw wrong('takes a list of codes in model.languages')
  return { name, account, languages }
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const wrong = (what: string) => new Error(`config/translation.json ${what}`)
