import { useEffect, useRef, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react'
import { tookEarlyEscape } from './early-presses.ts'
import { areKeysOn } from './single-keys.ts'

type Keys = {
  frame: RefObject<HTMLElement | null> // the list with toolbar
  help: () => void
  toggle: (id: string, withRange: boolean) => void
  close: () => void // closes the record, else clears the selection
}

const inField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog') !== null

const rowsIn = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('[data-row]')]

/** The control that holds a row's place in the tab order. */
const handleOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-handle]')

/**
 * The list's keys. `/`, `?`, Escape, j and k (to the first row) work anywhere on its page, the others only with focus in the rows; none in
 * fields, with modifiers or on key repeat. The German `/` is Shift+7, so Shift is ignored.
 */
export function useTableKeys({ frame, help, toggle, close }: Keys) {
  const latest = useRef({ help, close })
  useEffect(() => {
    latest.current = { help, close }
  })
  useEffect(() => {
    const escape = (target: EventTarget | null) => {
      if (!closePopover(frame.current) && !inField(target)) latest.current.close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented)
        return
      if (event.key === 'Escape') {
        if (event.target instanceof Element && event.target.closest('dialog')) return
        escape(event.target)
        return
      }
      if (inField(event.target) || !areKeysOn() || document.querySelector('dialog[open]')) return
      if (event.key === '/') {
        event.preventDefault()
        frame.current?.querySelector<HTMLInputElement>('[type=search]')?.select()
        frame.current?.querySelector<HTMLInputElement>('[type=search]')?.focus()
      } else if (event.key === '?') {
        event.preventDefault()
        latest.current.help()
      } else if (event.key === 'j' || event.key === 'k') {
        const [first] = frame.current ? rowsIn(frame.current) : []
        if (!first) return
        event.preventDefault()
        handleOf(first)?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    if (tookEarlyEscape()) escape(document.activeElement)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame])

  return (event: ReactKeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return
    const { key } = event
    const rows = frame.current ? rowsIn(frame.current) : []
    const here = rows.findIndex((row) => row.contains(document.activeElement))
    if (key === ' ' && event.target instanceof Element && event.target.matches('[data-handle]')) {
      // It would scroll the row out of sight.
      event.preventDefault()
      if (!event.repeat && here >= 0) toggle(rows[here]!.dataset['row']!, event.shiftKey)
      return
    }
    const isLetter = key.length === 1
    if (isLetter && !areKeysOn()) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
    if (step) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, here + step))]
      if (!next) return
      event.preventDefault()
      handleOf(next)?.focus()
    } else if ((key === 'x' || key === 'X') && !event.repeat && here >= 0) {
      event.preventDefault()
      toggle(rows[here]!.dataset['row']!, event.shiftKey)
    } else if (key === 'Enter' && event.target instanceof HTMLInputElement) {
      // It would send the form of the chosen rows.
      event.preventDefault()
    }
  }
}

/** Closes an open box of the toolbar, whose button takes the focus. */
export function closePopover(frame: HTMLElement | null): boolean {
  const open = frame?.querySelector<HTMLDetailsElement>('details.dt-popover[open]')
  if (!open) return false
  open.open = false
  open.querySelector('summary')?.focus()
  return true
}
