import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
} from 'react'
import { useActionData, useLocation, useNavigation, useNavigationType } from 'react-router'
import { areKeysOn } from '../ui/table/single-keys.ts'
import { useEarlyKeys } from './early-keys.ts'

const parts: Record<string, string> = {
  o: '[data-part=approve], [data-part=accept]',
  n: '[data-part=refuse]',
  i: '[data-part=ask]',
  w: '[data-part=snooze]',
}
const caseKey = /^([1-9m]|Enter)$/

/**
 * A case by keyboard: a letter opens a part of it (`data-part`), a digit chooses the part's reason, Enter sends its form. They act with focus
 * in the case alone, never in a field, with a modifier or on repeat. A new case takes the focus, and the keys typed since the one before was
 * sent. Enter is not among them: nothing is decided about a case that was not there.
 */
export function useCaseKeys({ id, version }: { id: string; version: number }): {
  frame: RefObject<HTMLDivElement | null>
  onKeyDown: (event: ReactKeyboardEvent) => void
  onSubmit: (event: FormEvent) => void
} {
  const frame = useRef<HTMLDivElement>(null)
  const isNew = useNavigationType() !== 'POP'
  const isBusy = useNavigation().state !== 'idle'
  const answer = useActionData<unknown>()
  const { key: place } = useLocation()
  const [sent, setSent] = useState<HTMLFormElement | null>(null)
  const early = useEarlyKeys(
    sent !== null,
    () => setSent(null),
    ({ key, target, repeat }) =>
      !repeat &&
      areKeysOn() &&
      (key in parts || caseKey.test(key)) &&
      target instanceof Node &&
      (target === document.body || frame.current?.contains(target) === true),
  )
  useLayoutEffect(() => {
    // Its fields were wrong: nothing was sent.
    if (sent?.querySelector('[id$="-error"]')) setSent(null)
  }, [sent])
  useEffect(() => {
    // Answered, and the case is as it was. The answer may be there before `isBusy` was ever rendered.
    if (!isBusy) setSent(null)
  }, [isBusy, answer, place])
  const shown = useRef('')
  // Before anything is painted: in between, keys went to the page.
  useLayoutEffect(() => {
    const isOther = shown.current !== id
    shown.current = id
    if (isOther || document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
    // The case before was read to its end. A page that is loaded or gone back to stays where it was.
    if (isOther && isNew && (frame.current?.getBoundingClientRect().top ?? 0) < 0)
      frame.current?.scrollIntoView({ block: 'start' })
    if (sent === null) return
    setSent(null)
    // After a conflict it is still the case before, whose open form says so.
    if (!isOther && !isTaking(sent)) return
    for (const key of early.take().term) pressKey(frame.current, key)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a state of a case comes once
  }, [id, version])
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !areKeysOn()) return
    const isInField =
      event.target instanceof Element &&
      event.target.closest('input:not([type=radio]), textarea, select') !== null
    if (!isInField && pressKey(frame.current, event.key)) event.preventDefault()
  }
  const onSubmit = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLFormElement)) return
    // What is shown for a minute changes nothing.
    if (!target.closest('[data-part]') && !isTaking(target)) return
    early.keep()
    setSent(target)
  }
  return { frame, onKeyDown, onSubmit }
}

const isTaking = (form: HTMLFormElement) => form.querySelector('[data-take]') !== null

/** Whether the key means something in this case. */
export function pressKey(frame: HTMLElement | null, key: string): boolean {
  if (frame === null) return false
  const part = parts[key]
  if (part) {
    const opened = frame.querySelector<HTMLDetailsElement>(part)
    if (!opened) return false
    for (const other of frame.querySelectorAll<HTMLDetailsElement>('[data-part]'))
      other.open = other === opened
    opened.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    return true
  }
  if (key === 'm') {
    frame.querySelector<HTMLElement>('[data-take]')?.click()
    return true
  }
  if (!/^[1-9]$/.test(key)) return false
  const choices = frame.querySelectorAll<HTMLInputElement>(
    '[data-part][open] input[type=radio]:is([name=reason], [name=question], [name=day])',
  )
  const choice = choices[Number(key) - 1]
  choice?.click()
  choice?.focus()
  return choice !== undefined
}
