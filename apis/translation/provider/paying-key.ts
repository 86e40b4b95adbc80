// Work that goes on after its call ends with the key that pays for it: with a key that was revoked, disabled or has
// expired, and with all keys of a disabled account. A rotated key goes on.
import type { ProviderKit } from '#define'
import { forbidden } from './errors.ts'

export interface PayingKeys {
  works(key: string): Promise<boolean>
  /**
   * Runs the work with a signal that is aborted together with `signal`, or once the key may not call any more. Then it
   * rejects with 403, as for a key that may not call at the beginning.
   */
  during<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

const checkMs = 5000

export function createPayingKeys({ keyWorks }: Pick<ProviderKit, 'keyWorks'>): PayingKeys {
  // the operator's calls come without a key
  const works = async (key: string) => key === '' || keyWorks(key)
  return {
    works,
    async during(key, signal, work) {
      if (!(await works(key))) throw revoked()
      const over = new AbortController()
      const check = async () => {
        if (!(await works(key))) over.abort(revoked())
      }
      // an unreachable database ends no work: the next check asks again
      const timer = setInterval(() => void check().catch(() => undefined), checkMs)
      timer.unref()
      try {
        return await work(AbortSignal.any([signal, over.signal]))
      } catch (error) {
        // whatever the work makes of its end
        throw over.signal.aborted ? over.signal.reason : error
      } finally {
        clearInterval(timer)
      }
    },
  }
}

const revoked = () => forbidden('The key that this work is billed to may not be used any more.')
