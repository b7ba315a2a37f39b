import { useEffect, useState, type ComponentType } from 'react'
import { useLocation, useMatches } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { askedOn, type ExitPromptProps } from './asked-on.ts'

const idleMs = 15_000 // spec section 9

/** The pages where somebody who hesitates can be helped; elsewhere leaving is the point, or nobody's business. */
type Asked = { Prompt: ComponentType<ExitPromptProps>; remember: () => void; pathname: string }

/** Asks once a visit whether somebody who stands still really wants to go (spec section 2.3), where the tenant wants that. */
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
    // On the first page of their visit a stranger is let alone.
    if (isStranger && !cameFromHere()) return
    const left = new AbortController()
    // Loaded apart, because most pages never ask. A lost chunk costs a question that nobody waits for.
    import('./ask-idle.ts').then(
      ({ askIdle }) =>
        askIdle(afterMs, locale, left.signal, (Prompt, remember) =>
          setAsked({ Prompt, remember, pathname }),
        ),
      () => undefined,
    )
    return () => left.abort()
  }, [on, isStranger, afterMs, locale, pathname])

  // Who went on, to whatever page, has answered.
  if (!asked || !page || over || asked.pathname !== pathname) return null
  const { Prompt, remember } = asked
  const close = () => {
    remember()
    setOver(true)
  }
  return <Prompt page={page} onClose={close} />
}

/** Whether somebody has gone on from the page that opened here. */
function useMoved(): boolean {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [moved, setMoved] = useState(false)
  if (!moved && pathname !== first) setMoved(true)
  return moved
}

const cameFromHere = () => document.referrer.startsWith(`${location.origin}/`)
