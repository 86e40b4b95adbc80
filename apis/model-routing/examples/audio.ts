// Speech and transcripts. The speech is the first bytes of a sound file, enough to show the form.
import { recordingOfWords } from './recording.ts'

export const audioExamples = {
  createSpeech: {
    body: { model: 'tts-1', input: 'Good morning.', voice: 'alloy', response_format: 'wav' },
    output: { base64: 'UklGRiQAAABXQVZF' },
  },
  createTranscription: {
    body: { file: recordingOfWords, model: 'whisper-1', language: 'en', response_format: 'verbose_json' },
    output: {
      task: 'transcribe',
      language: 'english',
      duration: 0.18,
      text: 'It is.',
      segments: [
        {
          id: 0,
          seek: 0,
          start: 0,
          end: 0.18,
          text: 'It is.',
          tokens: [50364, 467, 307, 13, 50380],
          temperature: 0,
          avg_logprob: -0.21,
          compression_ratio: 0.62,
          no_speech_prob: 0.01,
        },
      ],
      usage: { type: 'duration', seconds: 1 },
    },
  },
  createTranslation: {
    body: { file: { ...recordingOfWords, fileName: 'begruessung.wav' }, model: 'whisper-1' },
    output: { text: 'It is.' },
  },
}
