// Speech and transcripts. The recordings are the first bytes of a sound file, enough to show the form.

const recording = { fileName: 'greeting.wav', contentType: 'audio/wav', base64: 'UklGRiQAAABXQVZF' }

export const audioExamples = {
  createSpeech: {
    body: { model: 'tts-1', input: 'Good morning.', voice: 'alloy', response_format: 'mp3' },
    output: { base64: 'SUQzBAAAAAAAAA==' },
  },
  createTranscription: {
    body: { file: recording, model: 'whisper-1', language: 'en', response_format: 'verbose_json' },
    output: {
      task: 'transcribe',
      language: 'english',
      duration: 1.4,
      text: 'Good morning.',
      segments: [
        {
          id: 0,
          seek: 0,
          start: 0,
          end: 1.4,
          text: 'Good morning.',
          tokens: [50364, 2205, 2446, 13, 50434],
          temperature: 0,
          avg_logprob: -0.21,
          compression_ratio: 0.62,
          no_speech_prob: 0.01,
        },
      ],
      usage: { type: 'duration', seconds: 2 },
    },
  },
  createTranslation: {
    body: { file: { ...recording, fileName: 'begruessung.wav' }, model: 'whisper-1' },
    output: { text: 'Good morning.' },
  },
}
