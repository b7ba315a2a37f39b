import { useEffect, useState, type ComponentType } from 'react'
import { useLocation, useMatches } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { askedOn, type ExitPromptProps } from './asked-on.ts'

const idleMs = 15_000 // spec section 9

/** Pages where a hesitant visitor can be helped; elsewhere leaving is intended, or nobody's business. */
type Asked = { Prompt: ComponentType<ExitPromptProps>; remember: () => void; pathname: string }

/** Asks an idle visitor once per visit whether they want to leave (spec section 2.3), if the tenant wants that. */
export function ExitIntent({ afterMs = idleMs }: { afterMs?: number }) {
  const { tenant, locale, user } = usePage()
  const match = useMatches().at(-1)
  const page = askedOn.find((name) => name === (match?.handle as PageHandle | undefined)?.page)
  const { pathname } = useLocation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [over, setOver] = useState(false)
  const moved = useMoved()
  const isStranger = user === null && !moved
  const on = tenant.exitIntent && page !== undefined && asked === null

  useEffect(() => {
    if (!on) return
    // Strangers are not asked on the first page of a visit.
    if (isStranger && !cameFromHere()) return
    const left = new AbortController()
    // A separate chunk, because most pages never ask. If it fails to load, nothing is lost.
    import('./ask-idle.ts').then(
      ({ askIdle }) =>
        askIdle(afterMs, locale, left.signal, (Prompt, remember) =>
          setAsked({ Prompt, remember, pathname }),
        ),
      () => undefined,
    )
    return () => left.abort()
  }, [on, isStranger, afterMs, locale, pathname])

  // Navigating away is an answer.
  if (!asked || !page || over || asked.pathname !== pathname) return null
  const { Prompt, remember } = asked
  const close = () => {
    remember()
    setOver(true)
  }
  return <Prompt page={page} onClose={close} />
}

/** Whether the visitor has left the page that opened here. */
function useMoved(): boolean {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [moved, setMoved] = useState(false)
  if (!moved && pathname !== first) setMoved(true)
  return moved
}

const cameFromHere = () => document.referrer.startsWith(`${location.origin}/`)
