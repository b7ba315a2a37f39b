import { useSyncExternalStore } from 'react'

const listenToNothing = () => () => {}

/** Whether script is at work: false on the server and in the first render after it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    listenToNothing,
    () => true,
    () => false,
  )
