// Marks of chat and text completions that pass unread (SOURCES 4.1).
import type { PassedFrames } from '../passed-frames.ts'

export const passedFrames: Omit<PassedFrames, 'reader'> = {
  usageMark: '"usage"',
  endMark: 'data: [DONE]',
  contentMark: '"content":"',
}
