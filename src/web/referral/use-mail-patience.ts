import { useEffect, useState, useSyncExternalStore } from 'react'

/** Mails take a moment; before that another one is pointless. */
const patience = 30_000

/** Whether to offer another mail: after a delay, or without script at once, as it could not appear later. */
export function useMailPatience(): boolean {
  const [over, setOver] = useState(false)
  const hasScript = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return over || !hasScript
}
