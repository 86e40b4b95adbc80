// The provider of the translation API, which holds its thread for ever while it looks whether a key works that a file
// in the cache folder names, as documents and voice jobs do when their work begins. The file says how many looks pass
// before that.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderKit } from '#define'
import { openTranslation } from '../../../../apis/translation/provider/open.ts'
import translation from '../../../../apis/translation/provider.ts'
import type { Tables } from '../../../../apis/translation/tables.ts'
import { scriptedSpeech } from '../../../../apis/translation/test/scripted-speech.ts'

export default {
  ...translation,
  open: async (kit: ProviderKit<Tables>) => {
    const keyWorks = async (key: string) => {
      const file = join(kit.cacheFolder, `held-${key}`)
      const passing = existsSync(file) ? Number(readFileSync(file)) : Number.POSITIVE_INFINITY
      while (passing === 0);
      if (passing < Number.POSITIVE_INFINITY) writeFileSync(file, `${passing - 1}`)
      return kit.keyWorks(key)
    }
    const config = { apertium: false, pocketsphinx: false, flite: false }
    return openTranslation({ ...kit, config, keyWorks }, { hearing: [scriptedSpeech()] })
  },
}
