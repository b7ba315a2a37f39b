import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useNavigationType } from 'react-router'
import { areKeysOn } from '../ui/table/single-keys.ts'

const parts: Record<string, string> = {
  o: '[data-part=approve], [data-part=accept]',
  n: '[data-part=refuse]',
  i: '[data-part=ask]',
  w: '[data-part=snooze]',
}

/**
 * A case by keyboard: a letter opens a part of it (`data-part`), a digit chooses the part's reason, Enter sends its form. They act with focus
 * in the case alone, never in a field, with a modifier or on repeat. A new case takes the focus.
 */
export function useCaseKeys(id: string): {
  frame: RefObject<HTMLDivElement | null>
  onKeyDown: (event: KeyboardEvent) => void
} {
  const frame = useRef<HTMLDivElement>(null)
  const isNew = useNavigationType() !== 'POP'
  useEffect(() => {
    frame.current?.focus({ preventScroll: true })
    // The case before was read to its end. A page that is loaded or gone back to stays where it was.
    if (isNew && (frame.current?.getBoundingClientRect().top ?? 0) < 0)
      frame.current?.scrollIntoView({ block: 'start' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a case comes once
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !areKeysOn()) return
    const isInField =
      event.target instanceof Element &&
      event.target.closest('input:not([type=radio]), textarea, select') !== null
    if (isInField || !frame.current) return
    const part = parts[event.key]
    if (part) {
      const opened = frame.current.querySelector<HTMLDetailsElement>(part)
      if (!opened) return
      event.preventDefault()
      for (const other of frame.current.querySelectorAll<HTMLDetailsElement>('[data-part]'))
        other.open = other === opened
      opened.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    } else if (event.key === 'm') {
      event.preventDefault()
      frame.current.querySelector<HTMLElement>('[data-take]')?.click()
    } else if (/^[1-9]$/.test(event.key)) {
      const choices = frame.current.querySelectorAll<HTMLInputElement>(
        '[data-part][open] input[type=radio]:is([name=reason], [name=question], [name=day])',
      )
      const choice = choices[Number(event.key) - 1]
      if (!choice) return
      event.preventDefault()
      choice.click()
      choice.focus()
    }
  }
  return { frame, onKeyDown }
}
