import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'

/** Opens without script; with it, Escape, an outside click or a new page closes it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (details.current) details.current.open = false
  }, [key])
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current
      if (!element?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        element.querySelector('summary')?.focus()
      } else if (element.contains(event.target as Node)) return
      element.open = false
    }
    addEventListener('keydown', close)
    addEventListener('click', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('click', close)
    }
  }, [])
  return (
    <details ref={details} className="group relative">
      <summary className="flex min-h-11 min-w-[44px] list-none items-center justify-center rounded-field hover:bg-tint">
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
        <span className="sr-only">{label}</span>
      </summary>
      <div className="absolute right-0 mt-2 w-64 max-w-[calc(100vw-min(2rem,10vw))] rounded-field border border-hairline bg-surface p-[min(0.5rem,2.5vw)] shadow-xl">
        {children}
      </div>
    </details>
  )
}
