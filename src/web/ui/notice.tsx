import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { announce } from './announcer.tsx'
import { Words } from './keep-together.tsx'

const tones = {
  info: 'border-primary bg-tint',
  success: 'border-success bg-success-tint',
  danger: 'border-danger bg-danger-tint',
} as const

/** A message beside the content. `live` announces it and scrolls it into view: it may be far from its form. Errors are alerts, which may come up with their words. */
export function Notice({
  tone = 'info',
  title,
  live,
  children,
}: {
  tone?: keyof typeof tones
  title?: string
  live?: boolean
  children?: ReactNode
}) {
  const isAlert = live && tone === 'danger'
  const isSaid = live && tone !== 'danger'
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (!isSaid || !box.current) return
    bringIntoView(box.current)
    announce(box.current)
  }, [isSaid, title, key])
  return (
    <div
      ref={box}
      id={isSaid ? id : undefined}
      role={isAlert ? 'alert' : isSaid ? 'group' : undefined}
      // With the focus it is read as a whole.
      aria-labelledby={isSaid ? id : undefined}
      tabIndex={isSaid ? -1 : undefined}
      // No focus ring: the user did not move the focus.
      className={`notice rounded-field border-l-4 px-4 py-3 text-text outline-none ${tones[tone]}`}
    >
      {title ? (
        <p className="font-bold">
          <Words text={title} />
        </p>
      ) : null}
      {children}
    </div>
  )
}

// The focus follows where the page jumps to it, or the pressed button is gone. Errors have their form's summary.
function bringIntoView(box: HTMLElement): void {
  const { top, bottom } = box.getBoundingClientRect()
  const isAway = top < 0 || bottom > innerHeight
  if (isAway) box.scrollIntoView({ block: 'center' })
  if (isAway || document.activeElement === document.body) box.focus({ preventScroll: true })
}
