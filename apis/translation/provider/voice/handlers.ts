// Speech: no engine for it is part of this provider, and each call says so. Nothing is billed.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { forbidden } from '../errors.ts'
import { requireReportingTag } from '../text/fields.ts'

type VoiceHandlers = HandlersFor<typeof endpoints, 'reconnectVoice' | 'openVoice' | 'createVoiceJob' | 'voiceJob'>

const refusal = () => forbidden('Voice is not available: no speech engine is installed here.')

export const voiceHandlers: VoiceHandlers = {
  reconnectVoice: () => Promise.reject(refusal()),
  openVoice({ 'X-DeepL-Reporting-Tag': reportingTag }) {
    requireReportingTag(reportingTag)
    return Promise.reject(refusal())
  },
  createVoiceJob: () => Promise.reject(refusal()),
  voiceJob: () => Promise.reject(refusal()),
}
