import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { FormPlace } from '../ui/form/form-context.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { pressKey, useCaseKeys } from './use-case-keys.ts'

/** Where a case's keys act. It stays from case to case, and with it the focus. */
export function CaseFrame({
  found,
  place,
  children,
}: {
  found: { id: string; version: number }
  place?: string | undefined // where its forms post to; default: the page's address
  children: ReactNode
}) {
  const { frame, ...keys } = useCaseKeys(found)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only shorten what its buttons do
    <div ref={frame} data-case tabIndex={-1} {...keys} className="scroll-mt-16 focus:outline-none">
      <FormPlace value={place}>{children}</FormPlace>
    </div>
  )
}

export type CaseAct = { key: 'o' | 'n' | 'i' | 'w'; form: string; title: string }

/** A case's acts with their keys, in reach where its own buttons are out of view. Without script they lead to the forms. */
export function CaseBar({ acts, take }: { acts: readonly CaseAct[]; take: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const isNeeded = !useInView(bar, acts)
  return (
    <div ref={bar} className={`case-bar ${isNeeded ? '' : 'case-bar-idle'}`}>
      {acts.map(({ key, form, title }) => (
        <a
          key={key}
          href={`#${form}`}
          className={`${controlClass(key === 'o' ? 'primary' : key === 'n' ? 'danger' : 'plain')} ${key === 'o' || key === 'n' ? '' : 'case-more'}`}
          onClick={(event) => {
            const frame = event.currentTarget.closest<HTMLElement>('[data-case]')
            if (frame === null || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            pressKey(frame, key)
            frame.querySelector(`[data-part=${form}]`)?.scrollIntoView({ block: 'start' })
          }}
        >
          {title} <Key name={key} />
        </a>
      ))}
      <button type="submit" form="take" className={`${controlClass()} case-more`}>
        {take} <Key name="m" />
      </button>
    </div>
  )
}

const barHeight = 72

/** Whether one of the case's own buttons that decide it is in view, above the bar's place. */
function useInView(bar: RefObject<HTMLElement | null>, acts: readonly CaseAct[]): boolean {
  const [isInView, setInView] = useState(false)
  // A case that changed has other buttons.
  useEffect(() => {
    const own = acts
      .filter(({ key }) => key === 'o' || key === 'n')
      .flatMap(({ form }) => {
        const part = bar.current?.closest('[data-case]')?.querySelector(`[data-part=${form}]`)
        return part?.querySelector('summary') ?? []
      })
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries)
          if (intersectionRatio > 0.9) seen.add(target)
          else seen.delete(target)
        setInView(seen.size > 0)
      },
      { threshold: [0, 0.95], rootMargin: `0px 0px -${barHeight}px` },
    )
    for (const button of own) observer.observe(button)
    return () => observer.disconnect()
  })
  return isInView
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" className="case-key">
    {name}
  </kbd>
)
