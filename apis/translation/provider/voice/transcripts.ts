// Transcripts as files: plain text with a line per utterance, or subtitles with their times (SOURCES 6.6).
import type { Heard } from './speech.ts'

export function plainTranscript(heard: readonly Heard[]): string {
  return heard.map(({ text }) => `${text}\n`).join('')
}

export function subtitles(heard: readonly Heard[]): string {
  return heard
    .map(({ text, startMs, endMs }, index) => `${index + 1}\n${clock(startMs)} --> ${clock(endMs)}\n${text}\n`)
    .join('\n')
}

/** Formats milliseconds as `01:02:03,004`. */
function clock(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = ms / 1000
  const millis = String(Math.round(ms) % 1000).padStart(3, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)},${millis}`
}
