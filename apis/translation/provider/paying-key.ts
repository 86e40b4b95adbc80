// Ends work that outlives its call together with the key that pays for it: when the key is revoked, disabled or
// expired, or its account is disabled. After a rotation of the key the work goes on.
import type { ProviderKit } from '#define'
import { forbidden } from './errors.ts'

export interface PayingKeys {
  works(key: string): Promise<boolean>
  /**
   * Runs the work with a signal that is aborted together with `signal`, or once the key is no longer valid. The promise
   * then rejects with 403, as it does for a key that is invalid from the start.
   */
  during<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

const checkMs = 5000

export function createPayingKeys({ keyWorks }: Pick<ProviderKit, 'keyWorks'>): PayingKeys {
  // the operator's own calls have no key
  const works = async (key: string) => key === '' || keyWorks(key)
  return {
    works,
    async during(key, signal, work) {
      if (!(await works(key))) throw revoked()
      const over = new AbortController()
      const check = async () => {
        if (!(await works(key))) over.abort(revoked())
      }
      // an unreachable database does not end the work: the next check tries again
      const timer = setInterval(() => void check().catch(() => undefined), checkMs)
      timer.unref()
      try {
        return await work(AbortSignal.any([signal, over.signal]))
      } catch (error) {
        // the revocation takes precedence over the error of the aborted work
        throw over.signal.aborted ? over.signal.reason : error
      } finally {
        clearInterval(timer)
      }
    },
  }
}

const revoked = () => forbidden('The key that this work is billed to may not be used any more.')
