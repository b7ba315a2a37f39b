import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'

type Options = Record<string, unknown>
export type Begun = { options: Options } | FormAnswer
type State = 'idle' | 'asking' | 'refused'

/**
 * Asks the browser for a passkey: fetches the challenge by the page's action (`begin.intent`), lets its owner answer, and hands that over. In
 * demo mode the options are empty and there is nobody to ask. `refusal`: why the server gave no challenge.
 */
export function usePasskey(
  kind: 'get' | 'create',
  done: (answer: string) => void,
  action?: string,
): { ask: (begin: Record<string, string>) => void; state: State; refusal: FormAnswer | null } {
  const fetcher = useFetcher<Begun>()
  const [state, setState] = useState<State>('idle')
  const answered = useRef<unknown>(null)
  const take = useRef(done)
  useEffect(() => {
    take.current = done
  })
  const { data } = fetcher
  useEffect(() => {
    if (!data || data === answered.current) return
    answered.current = data
    if (!('options' in data)) return
    const { options } = data
    const asked =
      Object.keys(options).length === 0
        ? Promise.resolve({})
        : kind === 'get'
          ? startAuthentication({ optionsJSON: options as never })
          : startRegistration({ optionsJSON: options as never })
    asked.then(
      (answer) => {
        setState('idle')
        take.current(JSON.stringify(answer))
      },
      // Cancelled, or this device has none.
      () => setState('refused'),
    )
  }, [data, kind])
  const ask = (begin: Record<string, string>) => {
    setState('asking')
    void fetcher.submit(begin, { method: 'post', ...(action ? { action } : {}) })
  }
  const isRefused = fetcher.state === 'idle' && data !== undefined && !('options' in data)
  const refusal = isRefused && 'message' in data ? data : null
  return { ask, state: isRefused ? 'refused' : state, refusal }
}
