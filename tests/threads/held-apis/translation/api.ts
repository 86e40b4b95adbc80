// The translation API, for a provider that can be held.
import translation from '../../../../apis/translation/api.ts'

export default translation
