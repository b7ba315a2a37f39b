import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { findOpener } from '../../runtime/find-opener.ts'
import { controlClass } from './control-class.ts'

/** A box opened by a button, also before script. An outside click closes it; the list handles Escape. */
export function TablePopover({
  id,
  icon: Icon,
  label,
  end = false,
  isIcon = false,
  takesLost = false,
  children,
}: {
  id: string
  icon: LucideIcon
  label: string
  end?: boolean // right-aligned
  isIcon?: boolean // its label is for screen readers
  takesLost?: boolean // of the whole list, when less is asked
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname, search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    // It may have been opened before the script ran.
    const before = shown.current
    if (before === search) return
    shown.current = search
    const box = details.current
    if (!box) return
    const { activeElement } = document
    // Before what has the focus is hidden; and after a filter's own link is gone with it. A question that is closed has an opener.
    const isLost =
      takesLost &&
      activeElement === document.body &&
      before.length > search.length &&
      !findOpener(pathname + before)
    if (isLost || (box.open && box.contains(activeElement)))
      box.querySelector('summary')?.focus({ preventScroll: true })
    box.open = false
  }, [pathname, search, takesLost])
  useEffect(() => {
    const close = ({ target }: PointerEvent) => {
      const box = details.current
      if (box?.open && target instanceof Node && !box.contains(target)) box.open = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])
  return (
    <details ref={details} id={id} className="dt-popover">
      <summary className={controlClass()} title={isIcon ? label : undefined}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className={isIcon ? 'sr-only' : end ? 'max-md:sr-only' : ''}>{label}</span>
      </summary>
      <div className={`dt-popover-box ${end ? 'right-0' : 'left-0'}`}>{children}</div>
    </details>
  )
}
