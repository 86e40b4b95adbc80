// Lines of the files of results, in the two forms of the vendors (SOURCES 3.21).
import type { BatchEnd, BatchWire } from './batch.ts'
import type { LineResult } from './batch-lines.ts'

/** The answer to a call. */
export interface LineAnswer {
  readonly status: number
  /** JSON without line breaks. */
  readonly body: string
}

interface LineForm {
  /** The line for an answer. */
  written(customId: string, answer: LineAnswer, id: string): LineResult
  /** The line for a call that was not made. */
  unmade(customId: string, end: BatchEnd, id: string): string
}

/** Members are put together as text, because the answer is passed on as it came. */
const fileForm: LineForm = {
  written(customId, { status, body }, id) {
    const response = `{"status_code":${status},"request_id":"req_${id}","body":${body}}`
    return {
      outcome: isSuccess(status) ? 'succeeded' : 'failed',
      result: `{"id":"batch_req_${id}","custom_id":${JSON.stringify(customId)},"response":${response},"error":null}`,
    }
  },
  unmade(customId, end, id) {
    const error =
      end === 'expired'
        ? { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' }
        : { code: 'batch_cancelled', message: 'This request was not executed because the batch was cancelled.' }
    return JSON.stringify({ id: `batch_req_${id}`, custom_id: customId, response: null, error })
  },
}

const messageForm: LineForm = {
  written(customId, { status, body }) {
    const isMessage = isSuccess(status)
    const result = isMessage ? `{"type":"succeeded","message":${body}}` : `{"type":"errored","error":${body}}`
    return {
      outcome: isMessage ? 'succeeded' : 'failed',
      result: `{"custom_id":${JSON.stringify(customId)},"result":${result}}`,
    }
  },
  unmade: (customId, end) =>
    JSON.stringify({ custom_id: customId, result: { type: end === 'expired' ? 'expired' : 'canceled' } }),
}

export const lineForms: Readonly<Record<BatchWire, LineForm>> = { openai: fileForm, anthropic: messageForm }

const isSuccess = (status: number): boolean => status >= 200 && status < 300
