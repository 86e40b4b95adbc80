// Marks of chat and text completions that pass unread (SOURCES 4.1).
import type { PassedFrames } from '../passed-frames.ts'
import { usageIn } from './usage.ts'

export const passedFrames: Omit<PassedFrames, 'reader'> = {
  usageMark: '"usage"',
  usageIn,
  endMark: 'data: [DONE]',
  contentMark: '"content":"',
}
