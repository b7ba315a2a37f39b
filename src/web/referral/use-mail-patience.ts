import { useEffect, useState, useSyncExternalStore } from 'react'

/** Mails take a moment: until then nobody needs a second one. */
const patience = 30_000

/** Whether another mail may be asked for: after a while, and without script at once, as nobody could say so later. */
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
